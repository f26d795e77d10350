// OGC API – Records: catalogs of metadata records.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiRecords: ResourceKind = ogcApiKind('records');
