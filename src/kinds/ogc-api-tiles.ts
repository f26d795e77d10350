// OGC API – Tiles: tilesets.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiTiles: ResourceKind = ogcApiKind('tiles');
