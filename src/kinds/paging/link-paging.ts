// Continues a JSON list by its links to the next page, which may loop or lead to another host.

import { type JsonObject, type JsonValue, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { fingerprint } from '../../base/text/fingerprint.ts';
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Cursor } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { jsonTypes } from '../address/json-links.ts';

/** A page to request, as stored in a cursor's token. */
export interface PlannedPage {
  readonly url: string;
  /** Sent by POST, if the list is continued that way. */
  readonly body?: JsonObject;
  /** The collection whose members are listed. */
  readonly of?: string;
  /** The counting parameter, if the list has one: any position can then be requested. */
  readonly by?: string;
  /** Fingerprint of an earlier page, to detect repetition. */
  readonly mark?: PageMark;
}

/** Brent's cycle detection with one page in memory: it is replaced after 1, 2, 4, 8 … pages. */
interface PageMark {
  readonly content: number;
  readonly left: number;
  readonly power: number;
}

export function plannedPage({ token }: Cursor): PlannedPage | null {
  return token === null ? null : (JSON.parse(token) as PlannedPage);
}

export function pageCursor(cursor: Cursor, page: PlannedPage, changes: Partial<Cursor> = {}): Cursor {
  return { ...cursor, ...changes, token: JSON.stringify(page) };
}

export function pageRequest({ url, body }: PlannedPage): ProbeRequest {
  if (body === undefined) return { url, accept: jsonTypes };
  return { url, accept: jsonTypes, body: { type: 'application/json', text: JSON.stringify(body) } };
}

/** The URL with some parameters set; all others stay unchanged. */
export function withParameters(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value));
  return target.href;
}

/** The URL without its CQL2 filter, for servers that reject it. */
export function withoutFilter(url: string): string {
  const target = new URL(url);
  target.searchParams.delete('filter');
  target.searchParams.delete('filter-lang');
  return target.href;
}

/** The URL on the host that responded: behind proxies, links have the wrong scheme. Null on other hosts. */
export function onSameHost(url: string, responded: string): string | null {
  const [target, own] = [readUrl(url), readUrl(responded)];
  if (target === null || own === null || target.hostname !== own.hostname) return null;
  const isDefault = target.port === '' && own.port === '';
  if (!isDefault && target.host !== own.host) return null;
  target.protocol = own.protocol;
  return target.href;
}

/** The next page, if it can be followed: on this host, and different from this one. Else a problem, and null. */
export function nextAddress(
  given: string,
  { url: requested, finalUrl }: Document,
  problems: ProblemTally,
): string | null {
  const url = onSameHost(given, finalUrl);
  const isSame = url === requested || url === finalUrl;
  if (url !== null && !isSame) return url;
  const where = url === null ? 'is on another host' : 'is the page itself';
  problems.add('catalog.paging-odd', `The next page ${where}; reading stopped there.`, given);
  return null;
}

export interface ListedPage {
  readonly json: JsonObject;
  /** Members received, readable or not. */
  readonly count: number;
  readonly found: readonly JsonObject[];
  /** The total; null if unknown. */
  readonly total: number | null;
}

export interface NextPage {
  /** Null at the end of the list. */
  readonly page: PlannedPage | null;
  /** The list continues where it can't be followed. */
  readonly isLost: boolean;
}

const listEnd: NextPage = { page: null, isLost: false };
const listLost: NextPage = { page: null, isLost: true };

/**
 * The page the list names as next. Some lists never stop naming one: a page without members is the end. A link to the
 * page itself or to another host is a problem, and the end as well.
 */
export function nextByLink(
  document: Document,
  cursor: Cursor,
  { json, count, found, total }: ListedPage,
  problems: ProblemTally,
): NextPage {
  const link = nextLink(json);
  const given = link === null ? null : webUrl(stringAt(link, 'href'), document.finalUrl);
  if (link === null || given === null || count === 0) return listEnd;
  const url = onSameHost(given, document.finalUrl);
  if (url === null) {
    problems.add('catalog.paging-odd', 'The next page is on another host; reading stopped there.', given);
    return listLost;
  }
  const planned = plannedPage(cursor);
  const body = bodyOf(link, planned?.body ?? {});
  const of = planned?.of;
  const content = contentOf(found);
  const mark = nextMark(planned?.mark ?? null, content);
  const next = { url, mark, ...(body === null ? {} : { body }), ...(of === undefined ? {} : { of }) };
  if (content === planned?.mark?.content) {
    problems.add('catalog.paging-odd', 'The list starts over instead of ending; reading stopped there.', url);
    return total !== null && cursor.at + count >= total ? listEnd : listLost;
  }
  const isSame = url === document.url || url === document.finalUrl || url === planned?.url;
  if (isSame && JSON.stringify(body ?? null) === JSON.stringify(planned?.body ?? null)) {
    problems.add('catalog.paging-odd', 'A page links to itself as the next one; reading stopped there.', url);
    return listLost;
  }
  return { page: next, isLost: false };
}

function contentOf(found: readonly JsonObject[]): number {
  return fingerprint(found.map((member) => stringAt(member, 'id') || JSON.stringify(member)).join('\n'));
}

function nextMark(mark: PageMark | null, content: number): PageMark {
  if (mark === null) return { content, left: 1, power: 1 };
  if (mark.left > 1) return { ...mark, left: mark.left - 1 };
  return { content, left: mark.power * 2, power: mark.power * 2 };
}

function nextLink(json: JsonObject): JsonObject | null {
  const links = objectsAt(json, 'links').filter((link) => stringAt(link, 'rel').toLowerCase() === 'next');
  return links.find((link) => !stringAt(link, 'type').includes('html')) ?? links[0] ?? null;
}

/**
 * STAC API 1.0.0, "Pagination": `method: POST` with a `body`, which `merge` combines with the previous one. Null for
 * GET.
 */
function bodyOf(link: JsonObject, before: JsonObject): JsonObject | null {
  if (stringAt(link, 'method').toUpperCase() !== 'POST') return null;
  const given = objectAt(link, 'body') ?? {};
  return link.merge === true ? { ...before, ...given } : given;
}

/** Members that are JSON objects; others are counted and skipped. */
export function membersOf(json: JsonObject, name: string): Pick<ListedPage, 'found' | 'count'> {
  const all: JsonValue | undefined = json[name];
  return { found: objectsAt(json, name), count: Array.isArray(all) ? all.length : 0 };
}
