// Makes the kind of one part of OGC API. A document that offers several parts is reported as all of them.
import { withoutQuery } from '../base/url/ows-url.ts';
import type { Document } from '../model/document.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Identity, Resource } from '../model/resource.ts';
import { addressBelow, apiAddress } from './address/api-address.ts';
import { datasetsInTurn } from './health/operation-rotation.ts';
import { describeOgcApi } from './ogc-api/ogc-api-describe.ts';
import { readOgcApiDocument } from './ogc-api/ogc-api-document.ts';
import { findParts, ogcApiDocuments } from './ogc-api/ogc-api-found-parts.ts';
import { jsonTypes, moreOfOgcApi } from './ogc-api/ogc-api-more.ts';
import { kindOf, type OgcApiPart, ogcApiParts } from './ogc-api/ogc-api-part.ts';
import { ogcApiRoot, rootAbove } from './ogc-api-root.ts';
import { suspectOgcApi } from './ogc-api-suspect.ts';

export function ogcApiKind(part: OgcApiPart): ResourceKind {
  const facts = ogcApiParts.find((one) => one.part === part)!;
  return {
    id: kindOf(part),
    title: facts.title,
    family: facts.family,
    specification: facts.specification,
    tier: facts.tier,
    forms: ['json'],
    dataset: facts.dataset,
    suspect: (link) => suspectOgcApi(link, part),
    probe: probeOgcApi,
    identify: (document) => identifyFor(document, part),
    describe: (document, identity) => describeOgcApi(document, partOf(identity), identity.endpoint),
    more: (document, identity) => moreOfOgcApi(document, partOf(identity), identity.endpoint),
    check: checkOgcApi,
  };
}

function partOf(identity: Identity): OgcApiPart {
  return ogcApiParts.find(({ part }) => kindOf(part) === identity.kind)?.part ?? 'features';
}

/** Every part the document offers, this one first; nothing where this one is not among them. */
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
 * The landing page, wherever below it the address points: a thousand links into one API cost one request. `f=json` is
 * what nearly all servers take; some answer an unknown parameter with 400 and want the header only.
 */
function probeOgcApi(url: string): readonly ProbeRequest[] {
  const own = apiAddress(url);
  const root = rootAbove(url) ?? own;
  const above = addressBelow(root, '', 'f=json');
  // "/api" is where some describe their interface, and where others have all of it.
  const addresses = /\/(?:open)?api\/?$/i.test(withoutQuery(own))
    ? [addressBelow(own, '', 'f=json'), own, above]
    : [above, root, addressBelow(root, 'collections', 'f=json')];
  return addresses.map((address) => ({ url: address, accept: jsonTypes }));
}

/** One item of the collection whose turn it is, where items are what the part is about; else the landing page. */
function checkOgcApi({ kind, endpoint, layers }: Resource, turn = 0): readonly CheckRequest[] {
  const hasItems = kind === 'ogc-api-features' || kind === 'ogc-api-records';
  const collections = hasItems ? datasetsInTurn(layers, turn, ({ queryable }) => queryable) : [];
  if (collections.length === 0) return [{ url: addressBelow(endpoint, '', 'f=json'), accept: jsonTypes }];
  return collections.map(({ name }) => ({
    url: addressBelow(endpoint, `collections/${encodeURIComponent(name)}/items`, 'limit=1&f=json'),
    ...{ accept: jsonTypes, operation: 'items', dataset: name },
    expects: kind === 'ogc-api-features' ? 'features' : 'records',
  }));
}
