// HTML pages of JSON APIs: the API itself responds at the same URL.
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Lead } from './siblings.ts';

/** Words near the start of such a page, and the kind to probe. */
const signatures: readonly (readonly [signature: RegExp, kind: string])[] = [
  [/<title>[^<]{0,80}\bSTAC (?:API|Server|FastAPI)\b/i, 'stac-api'],
  [/\brel=["']?(?:conformance|service-desc)\b|href=["'][^"']{0,300}\/conformance\?f=json\b/i, 'ogc-api-features'],
  [/<title>[^<]{0,120}\b(?:OGC API|pygeoapi|ldproxy)\b|<meta[^>]{0,120}\bpygeoapi\b/i, 'ogc-api-features'],
];

/** A link to the same document in JSON distinguishes an API's page from a page about one. */
const jsonAlternate = /\btype=["']?application\/(?:geo\+|ld\+)?json|[?&;]f=json\b/i;

export function apiLeads(document: Document, head: string, kinds: readonly ResourceKind[]): readonly Lead[] {
  if (document.form !== 'html' || !jsonAlternate.test(head)) return [];
  const kind = signatures.find(([signature]) => signature.test(head))?.[1];
  return kind !== undefined && kinds.some(({ id }) => id === kind) ? [{ kind, url: document.finalUrl }] : [];
}
