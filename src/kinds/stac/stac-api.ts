// STAC API: a searchable catalog of spatiotemporal assets.

import { withoutQuery } from '../../base/url/ows-url.ts';
import { readUrl } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Identity, Resource } from '../../model/resource.ts';
import { addressBelow, apiAddress, haveSameOrigin, isTalk, splitAddress } from '../address/api-address.ts';
import { jsonTypes, linkTo } from '../address/json-links.ts';
import { textsAt } from '../records/json-collection.ts';
import { describeStac } from './stac-describe.ts';
import { isServed, readStacDocument, stacApiRoot, stacRootAbove } from './stac-document.ts';

/** The list of collections and some of its further pages. */
const maxParts = 5;

export const stacApi: ResourceKind = {
  id: 'stac-api',
  title: 'STAC API',
  family: 'catalog',
  specification: 'STAC API 1.0.0 (from 0.8)',
  tier: 1,
  forms: ['json'],
  dataset: 'collection',
  suspect: suspectStacApi,
  probe,
  identify,
  describe: describeStac,
  more,
  check,
};

function identify(document: Document): readonly Identity[] {
  const stac = readStacDocument(document);
  if (stac === null) return [];
  const isList = stac.shape === 'collections' || (stac.shape === 'items' && isServed(stac));
  if (stac.shape !== 'api' && !isList) return [];
  const endpoint = stacApiRoot(stac);
  const identity = { kind: 'stac-api', version: stac.version, endpoint };
  // If declared, the same pages are an OGC API: clients of either can use it.
  const features = textsAt(stac.json, 'conformsTo').flatMap(
    (uri) => /ogcapi-features-1\/(\d[\d.]*)\/conf\/core/.exec(uri) ?? [],
  );
  return features.length === 0
    ? [identity]
    : [identity, { kind: 'ogc-api-features', version: features[1] ?? null, endpoint }];
}

function probe(url: string): readonly ProbeRequest[] {
  const own = apiAddress(url);
  const root = stacRootAbove(url) ?? own;
  // "/api" is the API definition on some servers and the landing page on others.
  const isDoubtful = /\/(?:open)?api\/?$/i.test(withoutQuery(own));
  const addresses = isDoubtful
    ? [own, root, addressBelow(own, '', 'f=json')]
    : [root, addressBelow(root, '', 'f=json'), addressBelow(root, 'collections')];
  return addresses.map((address) => ({ url: address, accept: jsonTypes }));
}

/** The landing page for documents below it, then the collections, page by page. */
function more(document: Document, { endpoint }: Identity): ProbeRequest | null {
  if (document.parts.length >= maxParts || readUrl(endpoint) === null) return null;
  const documents = [document, ...document.parts];
  const read = documents.map(readStacDocument).filter((stac) => stac !== null);
  if (read[0]?.shape !== 'api' && endpoint === apiAddress(document.finalUrl)) return null;
  const landing = read.find(({ shape }) => shape === 'api');
  const list = read.findLast(({ shape }) => shape === 'collections');
  const data = landing === undefined ? null : linkTo(landing.links, 'data', 'collections');
  const next = list === undefined ? null : linkTo(list.links, 'next');
  const collections =
    data !== null && haveSameOrigin(data.url, endpoint) ? data.url : addressBelow(endpoint, 'collections');
  const missing = [landing === undefined ? endpoint : null, list === undefined ? collections : (next?.url ?? null)];
  const sent = new Set(documents.flatMap(({ url, finalUrl }) => [url, finalUrl]));
  const url = missing.find((one) => one !== null && !sent.has(one));
  return url == null ? null : { url, accept: jsonTypes };
}

/** One item. Some servers require a collection (edge case 78). */
function check({ endpoint, layers }: Resource): readonly CheckRequest[] {
  const name = layers.find((layer) => layer.name !== null)?.name;
  const scope = name == null ? '' : `&collections=${encodeURIComponent(name)}`;
  return [
    {
      url: addressBelow(endpoint, 'search', `limit=1${scope}`),
      accept: jsonTypes,
      operation: 'search',
      expects: 'records',
    },
  ];
}

/** A STAC API: `/stac`, `stac.` hosts, `/search` below them. */
function suspectStacApi(link: Link): number {
  const { host, path } = splitAddress(link.url);
  if (isTalk(path, host) || /\.json$/.test(path)) return 0;
  if (/\/stac(?:-api|_api|-server)?(?:\/(?:v?\d[\w.]*|api|search|collections.*))*\/?$/.test(path)) return 0.9;
  if (/(?:^|[-.])stac(?:[-.]?api)?[-.]|^api[-.]stac[-.]/.test(host)) return path.length < 30 ? 0.8 : 0.4;
  if (/\/(?:[a-z]{0,12}stac)(?:[-_/]|$)/.test(path)) return 0.5;
  return /\bstac\b/i.test(link.anchor) ? 0.5 : /\bstac (?:api|catalog)/i.test(link.window) ? 0.3 : 0;
}
