// OGC API – Connected Systems: sensors and other systems with their observations.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiConnectedSystems: ResourceKind = ogcApiKind('connected-systems');
