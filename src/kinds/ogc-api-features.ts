// OGC API – Features: collections of features.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiFeatures: ResourceKind = ogcApiKind('features');
