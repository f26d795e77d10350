// One document through every reader, including kinds that a crawl would not pass it to.
import { type DocumentInit, makeDocument } from '../../src/base/document/document.ts';
import { endpointKey, fetchKey, maskSecrets, requestKey } from '../../src/base/url/url.ts';
import { extractPage } from '../../src/extract/extract.ts';
import { parseRobots } from '../../src/fetch/robots/robots.ts';
import { identifyFully } from '../../src/identify/gather.ts';
import { hints } from '../../src/identify/hints.ts';
import { identify } from '../../src/identify/identify.ts';
import { siblings } from '../../src/identify/siblings.ts';
import { suspicions } from '../../src/identify/suspicions.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Document } from '../../src/model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../src/model/kind.ts';
import type { Discovery } from '../../src/model/resource.ts';

export interface ReadingCounts {
  resources: number;
  links: number;
}

/** Links read per page. */
const maxLinks = 50;

/** The complete document, as received in one response. */
export function readComplete(init: DocumentInit, counts: ReadingCounts): void {
  const document = makeDocument(init);
  const discoveries = identify(document, kinds);
  counts.resources += discoveries.length;
  for (const discovery of discoveries) readFurther(discovery, document);
  for (const kind of kinds) if (kind.forms.includes(document.form)) readWith(kind, document);
  hints(document, kinds);
  const page = extractPage(document);
  counts.links += page.links.length;
  page.text();
  for (const link of page.links.slice(0, maxLinks)) {
    readUrl(`${link.url}${link.anchor}${link.window}`);
    suspicions(link, kinds);
  }
  parseRobots(document.text()).allows('http://fuzz.example/x?y', 'Geotrawl');
}

/** The document by ranges, as large files are read: every requested part is from the same bytes. */
export async function readByRanges(init: DocumentInit, firstBytes: number, counts: ReadingCounts): Promise<void> {
  const { bytes } = init;
  const respond = ({ url, range = [0, firstBytes - 1] }: ProbeRequest): Document =>
    makeDocument({
      ...init,
      url,
      status: 206,
      bytes: bytes.subarray(range[0], range[1] + 1),
      headers: { ...init.headers, 'content-range': `bytes ${range[0]}-${range[1]}/${bytes.length}` },
      partial: 'range',
    });
  const discoveries = await identifyFully(respond({ url: init.url }), kinds, async (request) => respond(request));
  counts.resources += discoveries.length;
}

/** A kind that the registry skips because another claimed the document first. */
function readWith(kind: ResourceKind, document: Document): void {
  for (const identity of kind.identify(document)) {
    const description = kind.describe(document, identity);
    readFurther({ identity, description, family: kind.family, requests: 1 }, document);
  }
}

/** What follows an identity: the next part, the check, its siblings. */
function readFurther(discovery: Discovery, document: Document): void {
  const { identity, description, family } = discovery;
  const kind = kinds.find(({ id }) => id === identity.kind);
  kind?.more?.(document, identity);
  const seen = { id: 'x', url: document.url, firstSeenMs: 0, lastSeenMs: 0, provenance: null };
  kind?.check?.({ ...description, ...identity, ...seen, family });
  siblings(discovery, kinds);
  readUrl(identity.endpoint);
  for (const link of description.links.slice(0, maxLinks)) readUrl(link.url);
}

function readUrl(text: string): void {
  const key = fetchKey(text);
  if (key === null) return;
  requestKey(key);
  endpointKey(key);
  maskSecrets(key);
}
