// Adapts a plugin connector for harvesting: its cursors become tokens, and its errors are reported.

import { formatValue } from '../base/text/format-value.ts';
import { isWebUrl } from '../base/url/web-url.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Connector, Cursor, RecordPage, Recovery } from '../model/connector.ts';
import type { Document } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { PluginConnector } from '../model/plugin-connector.ts';
import { fillRecord } from './fill-record.ts';

/** Maximum size of a cursor. */
const maxCursorLength = 65_536;
/** Maximum number of records per response. */
const maxRecords = 100_000;

export function wrapPluginConnector(outside: PluginConnector): Connector {
  const attempt = createAttempt(outside);
  return {
    kind: outside.id,
    firstPosition: 0,
    pageSize: 1,
    variants: 1,
    canFilter: true,
    canSplit: () => false,
    catalogOf: () => null,
    isOwnPage: () => false,
    begin: (since, nowMs) =>
      attempt('begin', () => tokenOf(outside.begin({ since, now: new Date(nowMs).toISOString() }))),
    request: (_, cursor) => attempt('request', () => readRequest(outside.request(cursorOf(cursor)))),
    read: (document, cursor) => {
      if (document.status >= 400 || document.partial !== null) return null;
      return attempt('read', () => readPage(outside.read(document, cursorOf(cursor)), document, cursor));
    },
    recover: (cursor) => recover(outside, cursor, attempt),
  };
}

type Attempt = <T>(member: string, work: () => T) => T;

/** An exception of a plugin ends this harvest, not the crawl. */
function createAttempt({ id }: PluginConnector): Attempt {
  return (member, work) => {
    try {
      return work();
    } catch (error) {
      const what = error instanceof Error ? `${error.name}: ${error.message}` : formatValue(error);
      const message = `The connector "${id}" failed in ${member}: ${what.slice(0, 500)}`;
      throw new GeotrawlError('crawl.connector-failed', message, { cause: error, facts: { connector: id, member } });
    }
  };
}

function tokenOf(cursor: unknown): string {
  const token = JSON.stringify(cursor) as string | undefined;
  if (token === undefined) throw new TypeError(`the cursor ${formatValue(cursor)} can't be stored`);
  if (token.length > maxCursorLength) throw new RangeError(`a cursor of ${token.length} characters is too long`);
  return token;
}

function cursorOf({ token }: Cursor): unknown {
  return token === null ? null : JSON.parse(token);
}

function readRequest(value: unknown): ProbeRequest {
  const request = value as ProbeRequest;
  if (typeof value !== 'object' || value === null || typeof request.url !== 'string' || !isWebUrl(request.url))
    throw new TypeError(`it returned ${formatValue(value)} instead of a request with a web URL as url`);
  return request;
}

function readPage(page: unknown, document: Document, cursor: Cursor): RecordPage | null {
  if (page === null) return null;
  const { records: given, next, total, deleted = [] } = (page ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(given) || next === undefined || !Array.isArray(deleted))
    throw new TypeError(`it returned ${formatValue(page)} instead of { records: […], next } or null`);
  const faults = new Set<string>();
  const records = given.slice(0, maxRecords).flatMap((one) => fillRecord(one, document.finalUrl, faults) ?? []);
  const problems = new ProblemTally();
  for (const fault of faults) problems.add('catalog.record-odd', 'A connector gave a record that is not right', fault);
  return {
    records,
    omitted: given.length - records.length,
    problems: problems.list(),
    deleted: deleted.filter((id) => typeof id === 'string'),
    total: Number.isSafeInteger(total) ? (total as number) : null,
    next: next === null ? null : nextCursor(next, cursor),
  };
}

function nextCursor(next: unknown, cursor: Cursor): Cursor {
  const token = tokenOf(next);
  // It would be requested forever.
  if (token === cursor.token) throw new RangeError('the next cursor is the same as the current one');
  return { ...cursor, token };
}

function recover(outside: PluginConnector, cursor: Cursor, attempt: Attempt): Recovery | null {
  const { smaller, after } = outside;
  const less = smaller === undefined ? null : attempt('smaller', () => smaller.call(outside, cursorOf(cursor)));
  if (less !== null) return { next: { ...cursor, token: attempt('smaller', () => tokenOf(less)) }, isSkipped: false };
  if (after === undefined) return null;
  const following = attempt('after', () => after.call(outside, cursorOf(cursor)));
  if (following === null) return { next: null, isSkipped: true };
  return { next: { ...cursor, token: attempt('after', () => tokenOf(following)) }, isSkipped: true };
}
