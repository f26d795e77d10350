// Further requests to an OGC API: its landing page, conformance classes, and the list of what it offers.
import { readUrl } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { addressBelow, apiAddress, haveSameOrigin } from '../address/api-address.ts';
import { jsonTypes, linkTo } from '../address/json-links.ts';
import { textsAt } from '../records/json-collection.ts';
import type { OgcApiDocument, OgcApiShape } from './ogc-api-document.ts';
import { ogcApiDocuments } from './ogc-api-found-parts.ts';
import type { OgcApiPart } from './ogc-api-part.ts';

/** Landing page, conformance, list, and a few further pages of the list. */
const maxParts = 6;

/** The list with the datasets of the part. */
function listShape(part: OgcApiPart): OgcApiShape {
  return part === 'processes' || part === 'styles' ? part : 'collections';
}

/** The next request, or null if nothing more is available. */
export function moreOfOgcApi(document: Document, part: OgcApiPart, endpoint: string): ProbeRequest | null {
  if (document.parts.length >= maxParts || readUrl(endpoint) === null) return null;
  const documents = ogcApiDocuments(document);
  // A document from below without a known landing page is described alone: a file, an example.
  if (documents[0]?.shape !== 'landing' && endpoint === apiAddress(document.finalUrl)) return null;
  const sent = new Set([document, ...document.parts].flatMap(({ url, finalUrl }) => [url, finalUrl]));
  const addresses = missingUrls(documents, part, endpoint);
  // If a link returned HTML despite the Accept header, the server needs the parameter (edge case 75).
  const shown = document.parts.some(({ form }) => form === 'html') ? addresses.map((url) => withJson(url)) : [];
  const next = [...addresses, ...shown].find((url) => !sent.has(url));
  return next === undefined ? null : { url: next, accept: jsonTypes };
}

function missingUrls(documents: readonly OgcApiDocument[], part: OgcApiPart, endpoint: string): readonly string[] {
  const landing = documents.find(({ shape }) => shape === 'landing');
  const missing: string[] = [];
  if (landing === undefined) missing.push(addressBelow(endpoint, '', 'f=json'));
  if (!documents.some(({ json }) => textsAt(json, 'conformsTo').length > 0)) {
    missing.push(addressOf(landing, endpoint, 'conformance', ['conformance']));
  }
  const list = listShape(part);
  const lists = documents.filter(({ shape }) => shape === list);
  const last = lists.at(-1);
  const relations = list === 'collections' ? ['data', 'collections'] : [list, 'process-list'];
  if (last === undefined) missing.push(addressOf(landing, endpoint, list, relations));
  else {
    const next = linkTo(last.links, 'next');
    if (next !== null) missing.push(next.url);
  }
  return missing;
}

function withJson(url: string): string {
  return addressBelow(url, '', /[?&]f=/i.test(url) ? '' : 'f=json');
}

/** The page as linked if the link stays on this host; else where the standard puts it (edge cases 28 and 75). */
function addressOf(
  landing: OgcApiDocument | undefined,
  endpoint: string,
  path: string,
  relations: readonly string[],
): string {
  const link = landing === undefined ? null : linkTo(landing.links, ...relations);
  const isUsable = link !== null && haveSameOrigin(link.url, endpoint) && !link.type.includes('html');
  return isUsable ? link.url : addressBelow(endpoint, path, 'f=json');
}
