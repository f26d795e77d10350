// STAC Catalog: a static tree of collections and items.
import type { ResourceKind } from '../model/kind.ts';
import { stacFile } from './stac-file.ts';

export const stacCatalog: ResourceKind = stacFile({
  name: 'catalog',
  title: 'STAC Catalog',
  dataset: 'child',
  isOurs: ({ shape }) => shape === 'catalog' || shape === 'single-file',
});
