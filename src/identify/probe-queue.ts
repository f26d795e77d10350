// What to ask one URL, in which order: its own questions, then what answers lead to.
import { readOwsQuery, withoutQuery } from '../base/url/ows-url.ts';
import { readXmlRoot } from '../base/xml/xml.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Finding } from '../model/resource.ts';
import { refusesService } from './exceptions.ts';
import { hints } from './hints.ts';
import { type Lead, siblings } from './siblings.ts';
import { suspicions } from './suspicions.ts';

/** Below this suspicion the URL is looked at as it is before anything is asked of it. */
const probeFrom = 0.5;

/** Bytes of an answer that are searched for a refusal. */
const headBytes = 4096;

/** The last part of a path that names one service: nobody who gives it asks for its neighbors. */
const serviceEnd = /\/(?:wms|wms-?c|wfs|wcs|wmts|wps|sos|csw|tms)(?:server)?(?:\.\w{1,5})?\/?$|\.(?:xml|json)$/i;

interface Question {
  readonly request: ProbeRequest;
  /** Another service than the first one meant. */
  readonly isLead: boolean;
  /** Asked by another Accept header than before, so worth sending to the same address. */
  readonly isOtherWay?: boolean;
}

export class ProbeQueue {
  readonly #kinds: readonly ResourceKind[];
  readonly #sent = new Set<string>();
  /** The URL is a server's address, so every service there is wanted. */
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

  /** The next request not sent before; null when there is none. */
  next(): ProbeRequest | null {
    for (let question = this.#questions.shift(); question !== undefined; question = this.#questions.shift()) {
      const { request, isOtherWay } = question;
      const key = isOtherWay === true ? `${request.accept ?? ''} ${request.url}` : request.url;
      if (this.#sent.has(key)) continue;
      this.#sent.add(key);
      return request;
    }
    return null;
  }

  /** Nothing was found: what the answer hints at comes before the rest, unless it only refused one way of asking. */
  missed(document: Document): void {
    if (isGone(document.status)) {
      // Other questions to an address that is gone are wasted.
      const gone = withoutQuery(document.url);
      this.#questions = this.#questions.filter(({ request }) => withoutQuery(request.url) !== gone);
      return;
    }
    if (!this.#wantsAll || this.#isSettled) return;
    const found = hints(document, this.#kinds);
    const leads = [...this.#questionsFor(found), ...this.#otherWays(found)];
    const wasAsked = readOwsQuery(document.finalUrl)?.request === 'GetCapabilities';
    const isRefusal = wasAsked && saysOtherService(document);
    if (isRefusal) this.#questions = this.#questions.filter(({ isLead }) => isLead);
    this.#questions = wasAsked && !isRefusal ? [...this.#questions, ...leads] : [...leads, ...this.#questions];
  }

  /** Something was found: only neighbors are of interest now. */
  settled(findings: readonly Finding[]): void {
    const leads = this.#wantsAll ? findings.flatMap((finding) => siblings(finding, this.#kinds)) : [];
    const kept = this.#wantsAll ? this.#questions.filter(({ isLead }) => isLead) : [];
    this.#questions = this.#isSettled ? kept : [...kept, ...this.#questionsFor(leads)];
    this.#isSettled = true;
  }

  /** A page that stands for one interface is worth asking for it in other ways, until something is found. */
  #otherWays(leads: readonly Lead[]): readonly Question[] {
    const [only] = leads;
    if (only === undefined || leads.length > 1) return [];
    const probes = this.#kinds.find(({ id }) => id === only.kind)?.probe(only.url) ?? [];
    return probes.slice(1).map((request) => ({ request, isLead: false, isOtherWay: true }));
  }

  /** The first request of each lead. */
  #questionsFor(leads: readonly Lead[]): readonly Question[] {
    return leads.flatMap(({ kind, url }) => {
      const request = this.#kinds.find(({ id }) => id === kind)?.probe(url)[0];
      return request === undefined ? [] : [{ request, isLead: true }];
    });
  }
}

/** The URL as given when it asks for capabilities already or nothing suspects it; then the best suspicion's requests. */
function plan(url: string, kinds: readonly ResourceKind[]): readonly ProbeRequest[] {
  const link: Link = { url, foundBy: 'seed', anchor: '', window: '', nofollow: false };
  const [best] = suspicions(link, kinds);
  const kind = best === undefined ? undefined : kinds.find(({ id }) => id === best.kind);
  const probes = kind?.probe(url) ?? [];
  const asked = readOwsQuery(url)?.request;
  const isDoubted = (best?.score ?? 0) < probeFrom && !(kind !== undefined && isPacked(kind));
  const asGiven = asked === 'GetCapabilities' || asked === 'capabilities' || isDoubted;
  return asGiven ? [{ url }, ...probes] : probes;
}

/** Archives and binary files are looked at by ranges even where little speaks for them: there is no page to miss. */
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
