// Going on by the links a JSON list gives to its next page, which may lead in circles or to somebody else.

import { type JsonObject, type JsonValue, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import { fingerprint } from '../../base/text/fingerprint.ts';
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Cursor } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { jsonTypes } from '../ogc-api/ogc-api-more.ts';

/** A page to be asked for, as a cursor's token keeps it. */
export interface PlannedPage {
  readonly url: string;
  /** Sent by POST, where the list goes on that way. */
  readonly body?: JsonObject;
  /** The collection whose members are listed. */
  readonly of?: string;
  /** The parameter that counts, where the list is known to count: any position can then be asked for. */
  readonly by?: string;
  /** What an earlier page held, to know it again. */
  readonly mark?: PageMark;
}

/** Brent's way to find a cycle with one page in memory: it is moved on after 1, 2, 4, 8 … pages. */
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

/** The address with some parameters set; all others stay as they are. */
export function withParameters(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value));
  return target.href;
}

/** The address as the host that answered serves it: behind proxies, links keep the wrong scheme. Null on other hosts. */
export function onSameHost(url: string, answered: string): string | null {
  const [target, own] = [readUrl(url), readUrl(answered)];
  if (target === null || own === null || target.hostname !== own.hostname) return null;
  const isDefault = target.port === '' && own.port === '';
  if (!isDefault && target.host !== own.host) return null;
  target.protocol = own.protocol;
  return target.href;
}

/** The next page, where it can be followed: on this host, and another one than this. Else a problem, and null. */
export function nextAddress(given: string, { url: asked, finalUrl }: Document, problems: ProblemTally): string | null {
  const url = onSameHost(given, finalUrl);
  const isSame = url === asked || url === finalUrl;
  if (url !== null && !isSame) return url;
  const where = url === null ? 'lies on another host' : 'is the page itself';
  problems.add('catalog.paging-odd', `The next page ${where}; the list was left there.`, given);
  return null;
}

export interface ListedPage {
  readonly json: JsonObject;
  /** Members that came, readable or not. */
  readonly count: number;
  readonly found: readonly JsonObject[];
  /** How many there are in all; null where that is not said. */
  readonly total: number | null;
}

export interface NextPage {
  /** Null at the end of the list. */
  readonly page: PlannedPage | null;
  /** The list goes on where it cannot be followed. */
  readonly isLost: boolean;
}

const listEnd: NextPage = { page: null, isLost: false };
const listLost: NextPage = { page: null, isLost: true };

/**
 * The page the list names as its next one. Some lists never stop naming one: a page without members is the end. A link
 * to the page itself or to another host is a problem, and the end as well.
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
    problems.add('catalog.paging-odd', 'The next page lies on another host; the list was left there.', given);
    return listLost;
  }
  const asked = plannedPage(cursor);
  const body = bodyOf(link, asked?.body ?? {});
  const of = asked?.of;
  const content = contentOf(found);
  const mark = nextMark(asked?.mark ?? null, content);
  const next = { url, mark, ...(body === null ? {} : { body }), ...(of === undefined ? {} : { of }) };
  if (content === asked?.mark?.content) {
    problems.add('catalog.paging-odd', 'The list begins anew instead of ending; it was left there.', url);
    return total !== null && cursor.at + count >= total ? listEnd : listLost;
  }
  const isSame = url === document.url || url === document.finalUrl || url === asked?.url;
  if (isSame && JSON.stringify(body ?? null) === JSON.stringify(asked?.body ?? null)) {
    problems.add('catalog.paging-odd', 'A page names itself as the next one; the list was left there.', url);
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

/** STAC API 1.0.0, "Pagination": `method: POST` with a `body`, which `merge` lays over the one before. Null for GET. */
function bodyOf(link: JsonObject, before: JsonObject): JsonObject | null {
  if (stringAt(link, 'method').toUpperCase() !== 'POST') return null;
  const given = objectAt(link, 'body') ?? {};
  return link.merge === true ? { ...before, ...given } : given;
}

/** Members that are JSON objects; whatever else stands in the list is counted, and passed over. */
export function membersOf(json: JsonObject, name: string): Pick<ListedPage, 'found' | 'count'> {
  const all: JsonValue | undefined = json[name];
  return { found: objectsAt(json, name), count: Array.isArray(all) ? all.length : 0 };
}
