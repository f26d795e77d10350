// The requests for one URL, in order: its own, then those its responses suggest.
import { readOwsQuery, withoutQuery } from '../base/url/ows-url.ts';
import { readXmlRoot } from '../base/xml/xml.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Discovery } from '../model/resource.ts';
import { refusesService } from './exceptions.ts';
import { hints } from './hints.ts';
import { type Lead, siblings } from './siblings.ts';
import { suspicions } from './suspicions.ts';

/** Below this suspicion the URL itself is requested first. */
const probeFrom = 0.5;

/** Bytes of a response searched for a refusal. */
const headBytes = 4096;

/** The last path segment names one service: its siblings aren't requested. */
const serviceEnd = /\/(?:wms|wms-?c|wfs|wcs|wmts|wps|sos|csw|tms)(?:server)?(?:\.\w{1,5})?\/?$|\.(?:xml|json)$/i;

interface Question {
  readonly request: ProbeRequest;
  /** Another service than the first one meant. */
  readonly isLead: boolean;
  /** Requested with another Accept header, so worth sending to the same URL. */
  readonly isAlternative?: boolean;
}

export class ProbeQueue {
  readonly #kinds: readonly ResourceKind[];
  readonly #sent = new Set<string>();
  /** The URL is a server's address, so every service there is requested. */
  readonly #wantsAll: boolean;
  #questions: Question[];
  #isSettled = false;

  constructor(url: string, kinds: readonly ResourceKind[]) {
    this.#kinds = kinds;
    this.#wantsAll = !namesService(url);
    this.#questions = plan(url, kinds).map((request) => ({ request, isLead: false }));
  }

  get sent(): number {
    return this.#sent.size;
  }

  /** The next request not sent before; null if there is none. */
  next(): ProbeRequest | null {
    for (let question = this.#questions.shift(); question !== undefined; question = this.#questions.shift()) {
      const { request, isAlternative } = question;
      const key = isAlternative === true ? `${request.accept ?? ''} ${request.url}` : request.url;
      if (this.#sent.has(key)) continue;
      this.#sent.add(key);
      return request;
    }
    return null;
  }

  /** Nothing was found: hints of the response come before the others, unless it only refused one request variant. */
  missed(document: Document): void {
    if (isGone(document.status)) {
      // Other requests to a URL that is gone are wasted.
      const gone = withoutQuery(document.url);
      this.#questions = this.#questions.filter(({ request }) => withoutQuery(request.url) !== gone);
      return;
    }
    if (!this.#wantsAll || this.#isSettled) return;
    const found = hints(document, this.#kinds);
    const leads = [...this.#questionsFor(found), ...this.#alternatives(found)];
    const wasRequested = readOwsQuery(document.finalUrl)?.request === 'GetCapabilities';
    const isRefusal = wasRequested && saysOtherService(document);
    if (isRefusal) this.#questions = this.#questions.filter(({ isLead }) => isLead);
    this.#questions = wasRequested && !isRefusal ? [...this.#questions, ...leads] : [...leads, ...this.#questions];
  }

  /** Something was found: only siblings are of interest now. */
  settled(discoveries: readonly Discovery[]): void {
    const leads = this.#wantsAll ? discoveries.flatMap((discovery) => siblings(discovery, this.#kinds)) : [];
    const kept = this.#wantsAll ? this.#questions.filter(({ isLead }) => isLead) : [];
    this.#questions = this.#isSettled ? kept : [...kept, ...this.#questionsFor(leads)];
    this.#isSettled = true;
  }

  /** A page of an API is probed in other variants until something is found. */
  #alternatives(leads: readonly Lead[]): readonly Question[] {
    const [only] = leads;
    if (only === undefined || leads.length > 1) return [];
    const probes = this.#kinds.find(({ id }) => id === only.kind)?.probe(only.url) ?? [];
    return probes.slice(1).map((request): Question => ({ request, isLead: false, isAlternative: true }));
  }

  /** The first request of each lead. */
  #questionsFor(leads: readonly Lead[]): readonly Question[] {
    return leads.flatMap(({ kind, url }) => {
      const request = this.#kinds.find(({ id }) => id === kind)?.probe(url)[0];
      return request === undefined ? [] : [{ request, isLead: true }];
    });
  }
}

/**
 * The URL as given if it is already a capabilities request or unsuspicious; then the requests of the best suspicion.
 */
function plan(url: string, kinds: readonly ResourceKind[]): readonly ProbeRequest[] {
  const link: Link = { url, foundBy: 'seed', anchor: '', window: '', nofollow: false };
  const [best] = suspicions(link, kinds);
  const kind = best === undefined ? undefined : kinds.find(({ id }) => id === best.kind);
  const probes = kind?.probe(url) ?? [];
  const requested = readOwsQuery(url)?.request;
  const isDoubted = (best?.score ?? 0) < probeFrom && !(kind !== undefined && isPacked(kind));
  const asGiven = requested === 'GetCapabilities' || requested === 'capabilities' || isDoubted;
  return asGiven ? [{ url }, ...probes] : probes;
}

/** Archives and binary files are read by ranges even with little suspicion: there is no page to miss. */
function isPacked({ forms }: ResourceKind): boolean {
  return forms.every((form) => form === 'zip' || form === 'binary');
}

function namesService(url: string): boolean {
  return readOwsQuery(url) !== null || serviceEnd.test(withoutQuery(url));
}

function saysOtherService(document: Document): boolean {
  const root = readXmlRoot(document);
  if (root === null) return false;
  const { buffer, byteOffset, length } = document.bytes;
  return refusesService(root, Buffer.from(buffer, byteOffset, Math.min(length, headBytes)).toString('latin1'));
}

function isGone(status: number): boolean {
  return status === 404 || status === 410 || status === 401;
}
