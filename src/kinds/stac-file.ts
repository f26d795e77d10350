// The frame of the kinds of single STAC documents: catalog, collection and item, as files or served by an API.
import type { ResourceKind } from '../model/kind.ts';
import { apiAddress } from './address/api-address.ts';
import { jsonTypes } from './ogc-api/ogc-api-more.ts';
import { readStacDocument, type StacDocument } from './stac/stac-document.ts';
import { describeStac } from './stac-describe.ts';
import { suspectStacFile } from './stac-suspect.ts';

export interface StacFileTraits {
  readonly name: 'catalog' | 'collection' | 'item';
  readonly title: string;
  readonly dataset: string;
  isOurs(stac: StacDocument): boolean;
}

export function stacFile({ name, title, dataset, isOurs }: StacFileTraits): ResourceKind {
  const id = `stac-${name}`;
  return {
    id,
    title,
    family: 'catalog',
    specification: `${title} 1.1.0 (from 0.6)`,
    tier: 1,
    forms: ['json'],
    dataset,
    suspect: (link) => suspectStacFile(link, name),
    probe: (url) => [{ url, accept: jsonTypes }],
    identify: (document) => {
      const stac = readStacDocument(document);
      if (stac === null || !isOurs(stac)) return [];
      return [{ kind: id, version: stac.version, endpoint: apiAddress(stac.url) }];
    },
    describe: describeStac,
    check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
  };
}
