// STAC Item: one scene with its assets, or a file of several.
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Identity } from '../model/resource.ts';
import { apiAddress } from './api-address.ts';
import { jsonTypes } from './ogc-api-more.ts';
import { describeStac } from './stac-describe.ts';
import { readStacDocument } from './stac-document.ts';
import { isServed } from './stac-root.ts';
import { suspectStacFile } from './stac-suspect.ts';

export const stacItem: ResourceKind = {
  id: 'stac-item',
  title: 'STAC Item',
  family: 'catalog',
  specification: 'STAC Item 1.1.0 (from 0.6)',
  tier: 1,
  forms: ['json'],
  dataset: 'asset',
  suspect: (link) => suspectStacFile(link, 'item'),
  probe: (url) => [{ url, accept: jsonTypes }],
  identify,
  describe: describeStac,
  check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
};

function identify(document: Document): readonly Identity[] {
  const stac = readStacDocument(document);
  if (stac === null) return [];
  const isOurs = stac.shape === 'item' || (stac.shape === 'items' && !isServed(stac));
  return isOurs ? [{ kind: 'stac-item', version: stac.version, endpoint: apiAddress(stac.url) }] : [];
}
