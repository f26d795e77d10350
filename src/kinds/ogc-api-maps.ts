// OGC API – Maps: maps drawn of collections.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiMaps: ResourceKind = ogcApiKind('maps');
