// How likely a link leads to an OGC service, from its URL and text alone.
import { readOwsQuery, withoutAmpersand } from '../../../base/url/ows-url.ts';
import type { Link } from '../../../model/link.ts';
import { type LinkAddress, splitAddress } from '../../address/api-address.ts';

/** Extensions of documents for people: they mention services, they don't serve them. */
const pageEnd = /\.(?:html?|xhtml|pdf|docx?|pptx?|txt|md|rst|png|jpe?g|gif|zip|js|css|map|patch|diff)$/i;

/** Sites and paths where services are described, discussed or developed. */
const discussion =
  /\/(?:wikis?|docs?|documentation|userguide|manual|tutorials?|blog|news|datasets?|metadata|records?|tickets?|browser|attachment|questions|commit|issues|pull|tree|blob|pipermail|mailman|listinfo|articles?|packages?)(?:\/|$)/i;

/** Host and path as services have them, in lower case. */
export function splitServiceAddress(url: string): Pick<LinkAddress, 'host' | 'path'> {
  const { host, path } = splitAddress(url);
  return { host, path: withoutAmpersand(path) };
}

/** A document for people, or a page about services. */
export function isForPeople(path: string): boolean {
  return pageEnd.test(path) || discussion.test(path);
}

/** What distinguishes a service from the others. */
export interface ServiceTraits {
  /** 'WFS': the value of SERVICE, and the word for it. */
  readonly service: string;
  /** Operations no other service has. */
  readonly requests: ReadonlySet<string>;
  /** Full names in prose. */
  readonly words: RegExp;
  /** Paths of products that don't include the service's name, with scores. */
  readonly paths?: readonly (readonly [pattern: RegExp, score: number])[];
}

interface NamePatterns {
  readonly end: RegExp;
  readonly part: RegExp;
  readonly host: RegExp;
  readonly word: RegExp;
}

const patterns = new Map<string, NamePatterns>();

export function suspectService(link: Link, traits: ServiceTraits): number {
  const query = readOwsQuery(link.url);
  if (query?.service === traits.service) return 1;
  // Another service at the URL is weak evidence; siblings raise the score once that one is confirmed.
  if (query?.service != null) return 0;
  if (query?.request != null && traits.requests.has(query.request)) return 0.95;
  const address = splitServiceAddress(link.url);
  return Math.max(scoreAddress(address, traits), scoreWords(link, address.path, traits));
}

function scoreAddress({ host, path }: Pick<LinkAddress, 'host' | 'path'>, traits: ServiceTraits): number {
  if (pageEnd.test(path)) return 0;
  for (const [pattern, score] of traits.paths ?? []) if (pattern.test(path)) return score;
  if (discussion.test(path)) return 0;
  const named = patternsFor(traits.service);
  if (named.end.test(path)) return 0.9;
  if (named.host.test(host)) return path.length < 40 ? 0.6 : 0.4;
  // The name as a word of a path segment: "/wfs_geosn_dop/guest".
  return named.part.test(path) ? 0.5 : 0;
}

/** The link's text counts only if its URL could be a service. */
function scoreWords({ anchor, window }: Link, path: string, traits: ServiceTraits): number {
  const { word } = patternsFor(traits.service);
  const isNamed = (text: string) => word.test(text) || traits.words.test(text);
  if (isForPeople(path)) return isNamed(anchor) ? 0.1 : 0;
  if (isNamed(anchor)) return 0.5;
  return isNamed(window) ? 0.3 : 0;
}

function patternsFor(service: string): NamePatterns {
  const known = patterns.get(service);
  if (known !== undefined) return known;
  const made: NamePatterns = {
    end: new RegExp(`/${service}(?:server)?(?:\\.(?:cgi|fcgi|exe|ashx|asp|aspx|php|asmx|jsp|py))?/?$`, 'i'),
    part: new RegExp(`(?:/|[_.-])${service}\\d{0,3}(?:[_.-]|/|$)`, 'i'),
    host: new RegExp(`(?:^|[-.])${service}\\d{0,2}[-.]`, 'i'),
    word: new RegExp(`\\b${service}\\b`, 'i'),
  };
  patterns.set(service, made);
  return made;
}
