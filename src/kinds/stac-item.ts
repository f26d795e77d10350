// STAC Item: one scene with its assets, or a file of several.
import type { ResourceKind } from '../model/kind.ts';
import { stacFile } from './stac-file.ts';
import { isServed } from './stac-root.ts';

export const stacItem: ResourceKind = stacFile({
  name: 'item',
  title: 'STAC Item',
  dataset: 'asset',
  isOurs: (stac) => stac.shape === 'item' || (stac.shape === 'items' && !isServed(stac)),
});
