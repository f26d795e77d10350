// STAC Catalog: a static tree of collections and items.
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Identity } from '../model/resource.ts';
import { apiAddress } from './api-address.ts';
import { jsonTypes } from './ogc-api-more.ts';
import { describeStac } from './stac-describe.ts';
import { readStacDocument } from './stac-document.ts';
import { suspectStacFile } from './stac-suspect.ts';

export const stacCatalog: ResourceKind = {
  id: 'stac-catalog',
  title: 'STAC Catalog',
  family: 'catalog',
  specification: 'STAC Catalog 1.1.0 (from 0.6)',
  tier: 1,
  forms: ['json'],
  dataset: 'child',
  suspect: (link) => suspectStacFile(link, 'catalog'),
  probe: (url) => [{ url, accept: jsonTypes }],
  identify,
  describe: describeStac,
  check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
};

function identify(document: Document): readonly Identity[] {
  const stac = readStacDocument(document);
  if (stac === null) return [];
  const isOurs = stac.shape === 'catalog' || stac.shape === 'single-file';
  return isOurs ? [{ kind: 'stac-catalog', version: stac.version, endpoint: apiAddress(stac.url) }] : [];
}
