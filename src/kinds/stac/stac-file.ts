// The kinds of single STAC documents: catalog, collection and item, as files or served by an API.
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import { apiAddress, isTalk, splitAddress } from '../address/api-address.ts';
import { jsonTypes } from '../address/json-links.ts';
import { describeStac } from './stac-describe.ts';
import { isServed, readStacDocument, type StacDocument } from './stac-document.ts';

interface StacFileTraits {
  readonly name: 'catalog' | 'collection' | 'item';
  readonly title: string;
  readonly dataset: string;
  claims(stac: StacDocument): boolean;
}

export const stacCatalog: ResourceKind = stacFile({
  name: 'catalog',
  title: 'STAC Catalog',
  dataset: 'child',
  claims: ({ shape }) => shape === 'catalog' || shape === 'single-file',
});

export const stacCollection: ResourceKind = stacFile({
  name: 'collection',
  title: 'STAC Collection',
  dataset: 'collection',
  claims: ({ shape }) => shape === 'collection',
});

/** One scene with its assets, or a file of several. */
export const stacItem: ResourceKind = stacFile({
  name: 'item',
  title: 'STAC Item',
  dataset: 'asset',
  claims: (stac) => stac.shape === 'item' || (stac.shape === 'items' && !isServed(stac)),
});

function stacFile({ name, title, dataset, claims }: StacFileTraits): ResourceKind {
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
      if (stac === null || !claims(stac)) return [];
      return [{ kind: id, version: stac.version, endpoint: apiAddress(stac.url) }];
    },
    describe: describeStac,
    check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
  };
}

/** A file of a static catalog, by its usual name; other `.json` only if STAC is mentioned. */
function suspectStacFile(link: Link, name: 'catalog' | 'collection' | 'item'): number {
  const { host, path } = splitAddress(link.url);
  if (!/\.json$/.test(path) || isTalk(path, host)) return 0;
  const isMentioned =
    /(?:^|[-./_])stac(?:[-./_]|$)/.test(`${host}${path}`) || /\bstac\b/i.test(`${link.anchor} ${link.window}`);
  if (name !== 'item' && new RegExp(`/${name}\\.json$`).test(path))
    return isMentioned ? 0.9 : name === 'catalog' ? 0.5 : 0.4;
  if (name === 'catalog') return isMentioned ? 0.6 : 0;
  return isMentioned ? 0.3 : 0;
}
