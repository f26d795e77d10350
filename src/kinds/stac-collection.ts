// STAC Collection: a dataset of items, as a file or served by an API.
import type { ResourceKind } from '../model/kind.ts';
import { stacFile } from './stac-file.ts';

export const stacCollection: ResourceKind = stacFile({
  name: 'collection',
  title: 'STAC Collection',
  dataset: 'collection',
  isOurs: ({ shape }) => shape === 'collection',
});
