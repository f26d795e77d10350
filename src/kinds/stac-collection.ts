// STAC Collection: a dataset of items, as a file or served by an API.
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Identity } from '../model/resource.ts';
import { apiAddress } from './api-address.ts';
import { jsonTypes } from './ogc-api-more.ts';
import { describeStac } from './stac-describe.ts';
import { readStacDocument } from './stac-document.ts';
import { suspectStacFile } from './stac-suspect.ts';

export const stacCollection: ResourceKind = {
  id: 'stac-collection',
  title: 'STAC Collection',
  family: 'catalog',
  specification: 'STAC Collection 1.1.0 (from 0.6)',
  tier: 1,
  forms: ['json'],
  dataset: 'collection',
  suspect: (link) => suspectStacFile(link, 'collection'),
  probe: (url) => [{ url, accept: jsonTypes }],
  identify,
  describe: describeStac,
  check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
};

function identify(document: Document): readonly Identity[] {
  const stac = readStacDocument(document);
  if (stac === null) return [];
  const isOurs = stac.shape === 'collection';
  return isOurs ? [{ kind: 'stac-collection', version: stac.version, endpoint: apiAddress(stac.url) }] : [];
}
