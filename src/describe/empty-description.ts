// An empty description and layer to start from.
import type { Description, Layer } from '../model/resource.ts';

export const emptyDescription: Description = {
  title: '',
  abstract: '',
  keywords: [],
  provider: null,
  fees: null,
  accessConstraints: null,
  license: null,
  operations: [],
  extent: null,
  time: null,
  crs: [],
  layers: [],
  layerCount: 0,
  formats: [],
  software: null,
  claimedUrl: null,
  links: [],
  problems: [],
};

export const emptyLayer: Layer = {
  name: null,
  title: '',
  abstract: '',
  keywords: [],
  extent: null,
  crs: [],
  crsCount: 0,
  parent: null,
  queryable: false,
  styles: [],
  time: null,
  metadataUrls: [],
};
