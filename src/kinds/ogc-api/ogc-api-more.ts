// What else an OGC API must be asked for: its landing page, classes, and the list of what it offers.
import { readUrl } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { addressBelow, apiAddress, haveSameOrigin } from '../address/api-address.ts';
import { linkTo } from '../address/json-links.ts';
import { textsAt } from '../records/json-collection.ts';
import type { OgcApiDocument, OgcApiShape } from './ogc-api-document.ts';
import { ogcApiDocuments } from './ogc-api-found-parts.ts';
import type { OgcApiPart } from './ogc-api-part.ts';

export const jsonTypes = 'application/json, application/geo+json;q=0.9, */*;q=0.1';

/** Landing page, conformance, list, and a few further pages of the list. */
const maxParts = 6;

/** The list that holds what counts as a dataset of the part. */
function listShape(part: OgcApiPart): OgcApiShape {
  return part === 'processes' || part === 'styles' ? part : 'collections';
}

/** The next request, or null when nothing is missing that can be had. */
export function moreOfOgcApi(document: Document, part: OgcApiPart, endpoint: string): ProbeRequest | null {
  if (document.parts.length >= maxParts || readUrl(endpoint) === null) return null;
  const documents = ogcApiDocuments(document);
  // A document from below whose landing page cannot be told stands alone: a file, an example.
  if (documents[0]?.shape !== 'landing' && endpoint === apiAddress(document.finalUrl)) return null;
  const sent = new Set([document, ...document.parts].flatMap(({ url, finalUrl }) => [url, finalUrl]));
  const addresses = wantedAddresses(documents, part, endpoint);
  // Where a link showed a page in spite of the Accept header, the parameter is what the server goes by (edge case 75).
  const shown = document.parts.some(({ form }) => form === 'html') ? addresses.map((url) => withJson(url)) : [];
  const wanted = [...addresses, ...shown].find((url) => !sent.has(url));
  return wanted === undefined ? null : { url: wanted, accept: jsonTypes };
}

function wantedAddresses(documents: readonly OgcApiDocument[], part: OgcApiPart, endpoint: string): readonly string[] {
  const landing = documents.find(({ shape }) => shape === 'landing');
  const wanted: string[] = [];
  if (landing === undefined) wanted.push(addressBelow(endpoint, '', 'f=json'));
  if (!documents.some(({ json }) => textsAt(json, 'conformsTo').length > 0)) {
    wanted.push(addressOf(landing, endpoint, 'conformance', ['conformance']));
  }
  const list = listShape(part);
  const lists = documents.filter(({ shape }) => shape === list);
  const last = lists.at(-1);
  const relations = list === 'collections' ? ['data', 'collections'] : [list, 'process-list'];
  if (last === undefined) wanted.push(addressOf(landing, endpoint, list, relations));
  else {
    const next = linkTo(last.links, 'next');
    if (next !== null) wanted.push(next.url);
  }
  return wanted;
}

function withJson(url: string): string {
  return addressBelow(url, '', /[?&]f=/i.test(url) ? '' : 'f=json');
}

/** The page as linked where the link stays on this host; else where the standard puts it (edge cases 28 and 75). */
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
