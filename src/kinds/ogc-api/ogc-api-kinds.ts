// The kinds of OGC API, one per part. A document that offers several parts has an identity for each.
import { withoutQuery } from '../../base/url/ows-url.ts';
import type { Document } from '../../model/document.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Identity, Resource } from '../../model/resource.ts';
import { addressBelow, apiAddress, isTalk, splitAddress } from '../address/api-address.ts';
import { jsonTypes } from '../address/json-links.ts';
import { datasetsForRound } from '../health/operation-rotation.ts';
import { describeOgcApi } from './ogc-api-describe.ts';
import { ogcApiRoot, readOgcApiDocument, rootAbove } from './ogc-api-document.ts';
import { findParts, ogcApiDocuments } from './ogc-api-found-parts.ts';
import { moreOfOgcApi } from './ogc-api-more.ts';
import { kindOf, type OgcApiPart, ogcApiParts } from './ogc-api-part.ts';

/** In the order of the table. */
export const ogcApiKinds: readonly ResourceKind[] = ogcApiParts.map(({ part, family, tier, ...facts }) => ({
  id: kindOf(part),
  title: facts.title,
  family: family ?? 'service',
  specification: facts.specification,
  tier: tier ?? 2,
  forms: ['json'],
  dataset: facts.dataset,
  suspect: (link) => suspectOgcApi(link, part),
  probe: probeOgcApi,
  identify: (document) => identifyFor(document, part),
  describe: (document, identity) => describeOgcApi(document, partOf(identity), identity.endpoint),
  more: (document, identity) => moreOfOgcApi(document, partOf(identity), identity.endpoint),
  check: checkOgcApi,
}));

function partOf(identity: Identity): OgcApiPart {
  return ogcApiParts.find(({ part }) => kindOf(part) === identity.kind)?.part ?? 'features';
}

/** Every part the document offers, this one first; empty if this one isn't among them. */
function identifyFor(document: Document, part: OgcApiPart): readonly Identity[] {
  const all = identifyOgcApi(document);
  const own = all.filter(({ kind }) => kind === kindOf(part));
  return own.length === 0 ? [] : [...own, ...all.filter((identity) => !own.includes(identity))];
}

function identifyOgcApi(document: Document): readonly Identity[] {
  const api = readOgcApiDocument(document);
  if (api === null) return [];
  const endpoint = ogcApiRoot(api);
  return findParts(ogcApiDocuments(document)).map(({ part, version }) => ({ kind: kindOf(part), version, endpoint }));
}

/**
 * The landing page above the URL, so that a thousand links into one API cost one request. Nearly all servers accept
 * `f=json`; some return 400 for an unknown parameter and need the Accept header alone.
 */
function probeOgcApi(url: string): readonly ProbeRequest[] {
  const own = apiAddress(url);
  const root = rootAbove(url) ?? own;
  const above = addressBelow(root, '', 'f=json');
  // "/api" is the API definition on some servers and the landing page on others.
  const addresses = /\/(?:open)?api\/?$/i.test(withoutQuery(own))
    ? [addressBelow(own, '', 'f=json'), own, above]
    : [above, root, addressBelow(root, 'collections', 'f=json')];
  return addresses.map((address) => ({ url: address, accept: jsonTypes }));
}

/** One item of the collection chosen for this round for Features and Records; else the landing page. */
function checkOgcApi({ kind, endpoint, layers }: Resource, turn = 0): readonly CheckRequest[] {
  const hasItems = kind === 'ogc-api-features' || kind === 'ogc-api-records';
  const collections = hasItems ? datasetsForRound(layers, turn, ({ queryable }) => queryable) : [];
  if (collections.length === 0) return [{ url: addressBelow(endpoint, '', 'f=json'), accept: jsonTypes }];
  return collections.map(({ name }) => ({
    url: addressBelow(endpoint, `collections/${encodeURIComponent(name)}/items`, 'limit=1&f=json'),
    accept: jsonTypes,
    operation: 'items',
    dataset: name,
    expects: kind === 'ogc-api-features' ? 'features' : 'records',
  }));
}

/** URL patterns of known products, with scores. */
const paths: readonly (readonly [pattern: RegExp, score: number])[] = [
  [
    /\/collections\/[^/]+\/(?:items|queryables|schema|tiles|coverage|position|area|cube|locations)(?:\.json)?(?:\/|$)/,
    0.7,
  ],
  [/\/ogc\/(?:features|tiles|maps|styles|coverages|records|dggs|images|processes)(?:\/v\d)?(?:\/|$)/, 0.9],
  // QGIS Server's path, and the working name of the standard.
  [/\/wfs3(?:[/.]|$)/, 0.9],
  [/\/(?:ogc-?api|oapif?|oafeat|oa_?features|pygeoapi|ldproxy|oarec)(?:[/.]|$)/, 0.8],
  [/\/(?:oapi|ogcapi|wfs3)[-_]?[a-z]{0,20}(?:\/|$)/, 0.6],
  [/\/api\/search\/v1(?:\/|$)/, 0.7],
  [/\/conformance(?:\.json)?\/?$/, 0.5],
];

function suspectOgcApi(link: Link, part: OgcApiPart): number {
  // Pages of a catalog are read as they are; requesting the landing page instead would lose them.
  if (link.foundBy === 'catalog' && /\/items\?/.test(link.url)) return 0;
  const score = scoreOgcApi(link);
  if (score === 0) return 0;
  const named = ogcApiParts.find(
    (facts) => facts.part !== 'features' && facts.words.test(`${link.url} ${link.anchor}`),
  );
  // One request identifies any part, so only the likeliest kind sends it.
  return (named?.part ?? 'features') === part ? score : Math.min(score, 0.2);
}

function scoreOgcApi(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  if (/\/stac(?:\/|$)|^stac\./.test(`${path}${host}`) || isTalk(path, host)) return 0;
  const known = paths.find(([pattern]) => pattern.test(path))?.[1] ?? 0;
  const requestsJson = /[?&]f=(?:json|application(?:\/|%2f)json|html)(?:&|$)/.test(query);
  // Shops and museums have collections too.
  const collections = /\/collections(?:\/[^/]+)?\/?$/.test(path)
    ? requestsJson
      ? 0.8
      : isGeoHost(host, path)
        ? 0.5
        : 0.1
    : 0;
  const words = /\bogc[ -]?api\b/i.test(link.anchor) ? 0.6 : /\bogc[ -]api\b/i.test(link.window) ? 0.3 : 0;
  return Math.max(known, collections, words);
}

function isGeoHost(host: string, path: string): boolean {
  return (
    /(?:^|[-.])(?:ogc|geo|gis|maps?|oapi|features|pygeoapi|wis2\w*)[-.\w]*/.test(host) ||
    /\/(?:ogc|geo\w*|oapi|api)\//.test(path)
  );
}
