// Identity of a resource that is read in parts: asks for what a kind still needs, within fixed bounds.
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Finding, Identity } from '../model/resource.ts';
import { identify } from './identify.ts';

/** Requests for one resource, the first one included. */
const maxRequests = 5;
/** Bytes asked for by ranges, the first one's included. */
const maxRangeBytes = 256 * 1024;

/** Sends a request for a further part. Throws as a fetch does. */
export type Ask = (request: ProbeRequest) => Promise<Document>;

/** What the document holds, once everything its kind needs has been asked for. `ask` is not called for what is whole. */
export async function identifyFully(
  document: Document,
  kinds: readonly ResourceKind[],
  ask: Ask,
): Promise<readonly Finding[]> {
  const gathered = await gatherParts(document, kinds, ask);
  return identify(gathered, kinds);
}

/** The document with the parts its kind needs; itself where it needs none. */
export async function gatherParts(document: Document, kinds: readonly ResourceKind[], ask: Ask): Promise<Document> {
  const asked = new Set<string>();
  let current = document;
  let rangeBytes = document.partial === 'range' ? document.bytes.length : 0;
  for (let sent = 1; sent < maxRequests; sent++) {
    const request = nextPart(current, kinds);
    if (request === null) break;
    const key = `${request.url} ${request.range?.join('-') ?? ''}`;
    const size = request.range === undefined ? 0 : request.range[1] - request.range[0] + 1;
    // Asked before without success, or too much: what is there must do.
    if (asked.has(key) || rangeBytes + size > maxRangeBytes) break;
    asked.add(key);
    rangeBytes += size;
    const part = await askFor(request, ask);
    current = withPart(current, part);
    // The server is gone or gives no ranges: asking for another is in vain.
    if (part === null || (request.range !== undefined && part.status !== 206)) break;
  }
  return current;
}

/**
 * What the kind that claims the document asks for. While none does, the kinds for its form may ask for the part that
 * would decide: the list of files at the end of a ZIP, the footer of a Parquet file.
 */
function nextPart(document: Document, kinds: readonly ResourceKind[]): ProbeRequest | null {
  const able = kinds.filter((kind) => kind.forms.includes(document.form));
  for (const kind of able) {
    const identities = kind.identify(document);
    if (identities.length > 0) return firstWanted(identities.map((identity) => kind.more?.(document, identity)));
  }
  if (document.partial !== 'range') return null;
  return firstWanted(able.map((kind) => kind.more?.(document, unproven(kind, document))));
}

function firstWanted(requests: readonly (ProbeRequest | null | undefined)[]): ProbeRequest | null {
  return requests.find((request) => request != null) ?? null;
}

function unproven(kind: ResourceKind, document: Document): Identity {
  return { kind: kind.id, version: null, endpoint: document.finalUrl };
}

/** Null when no answer came: what is there must do, and the kind says what it could not read. */
async function askFor(request: ProbeRequest, ask: Ask): Promise<Document | null> {
  try {
    return await ask(request);
  } catch (error) {
    if (error instanceof GeotrawlError && error.code !== 'fetch.aborted') return null;
    throw error;
  }
}

function withPart(document: Document, part: Document | null): Document {
  if (part === null) return { ...document, requests: document.requests + 1 };
  return { ...document, requests: document.requests + part.requests, parts: [...document.parts, part] };
}
