// OGC API – EDR: environmental data by position, area or cube.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiEdr: ResourceKind = ogcApiKind('edr');
