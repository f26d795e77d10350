// Identifies resources that are read in parts: requests what a kind still needs, within limits.
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Discovery, Identity } from '../model/resource.ts';
import { identify } from './identify.ts';

/** Requests per resource, including the first. */
const maxRequests = 5;
/** Bytes requested by ranges, including the first. */
const maxRangeBytes = 256 * 1024;

/** Sends a request for a further part. Throws like a fetch. */
export type RequestMore = (request: ProbeRequest) => Promise<Document>;

/**
 * The contents of the document, after requesting everything its kind needs. `requestPart` isn't called for complete documents.
 */
export async function identifyFully(
  document: Document,
  kinds: readonly ResourceKind[],
  requestPart: RequestMore,
): Promise<readonly Discovery[]> {
  const gathered = await gatherParts(document, kinds, requestPart);
  return identify(gathered, kinds);
}

/** The document with the parts its kind needs; itself if it needs none. */
export async function gatherParts(
  document: Document,
  kinds: readonly ResourceKind[],
  requestPart: RequestMore,
): Promise<Document> {
  const requested = new Set<string>();
  let current = document;
  let rangeBytes = document.partial === 'range' ? document.bytes.length : 0;
  for (let sent = 1; sent < maxRequests; sent++) {
    const request = nextPart(current, kinds);
    if (request === null) break;
    const key = `${request.url} ${request.range?.join('-') ?? ''}`;
    const size = request.range === undefined ? 0 : request.range[1] - request.range[0] + 1;
    // Requested before without success, or too large: continue with the parts received.
    if (requested.has(key) || rangeBytes + size > maxRangeBytes) break;
    requested.add(key);
    rangeBytes += size;
    const part = await tryRequest(request, requestPart);
    current = withPart(current, part);
    // The server is gone or doesn't support ranges: no further attempts.
    if (part === null || (request.range !== undefined && part.status !== 206)) break;
  }
  return current;
}

/**
 * The part requested by the kind that claims the document. While none does, kinds of its format may request the
 * deciding part: the directory at the end of a ZIP, the footer of a Parquet file.
 */
function nextPart(document: Document, kinds: readonly ResourceKind[]): ProbeRequest | null {
  const able = kinds.filter((kind) => kind.forms.includes(document.form));
  for (const kind of able) {
    const identities = kind.identify(document);
    if (identities.length > 0) return firstRequest(identities.map((identity) => kind.more?.(document, identity)));
  }
  if (document.partial !== 'range') return null;
  return firstRequest(able.map((kind) => kind.more?.(document, unproven(kind, document))));
}

function firstRequest(requests: readonly (ProbeRequest | null | undefined)[]): ProbeRequest | null {
  return requests.find((request) => request != null) ?? null;
}

function unproven(kind: ResourceKind, document: Document): Identity {
  return { kind: kind.id, version: null, endpoint: document.finalUrl };
}

/** Null without a response: the kind reports what it couldn't read. */
async function tryRequest(request: ProbeRequest, requestPart: RequestMore): Promise<Document | null> {
  try {
    return await requestPart(request);
  } catch (error) {
    if (error instanceof GeotrawlError && error.code !== 'fetch.aborted') return null;
    throw error;
  }
}

function withPart(document: Document, part: Document | null): Document {
  if (part === null) return { ...document, requests: document.requests + 1 };
  return { ...document, requests: document.requests + part.requests, parts: [...document.parts, part] };
}
