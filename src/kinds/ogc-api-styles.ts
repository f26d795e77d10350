// OGC API – Styles: styles for maps.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiStyles: ResourceKind = ogcApiKind('styles');
