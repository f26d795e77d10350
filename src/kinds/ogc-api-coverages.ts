// OGC API – Coverages: coverages.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiCoverages: ResourceKind = ogcApiKind('coverages');
