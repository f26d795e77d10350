// What connectors of catalogs that are trees share: cursors of their parts, and parts that cannot be read.
import type { Branch, Cursor, RecordPage } from '../model/connector.ts';
import type { Document } from '../model/document.ts';

/** A part of its own: where it fails it is passed over, alone. */
export function branchAt(cursor: Cursor, key: string, token = key, modified = ''): Branch {
  return { key, modified, cursor: { ...cursor, at: 0, size: 1, until: 1, token, total: null } };
}

export const emptyPage: RecordPage = { records: [], omitted: 0, deleted: [], total: null, next: null, problems: [] };

/** The page of a part that is closed to us or no longer there; null where the answer says neither. */
export function closedPart({ status }: Document, code = status): RecordPage | null {
  const isClosed = code === 401 || code === 403 || code === 498 || code === 499;
  if (isClosed)
    return { ...emptyPage, closed: 1, problems: [{ code: 'http.restricted', message: 'A part wants a login.' }] };
  if (code !== 404 && code !== 410) return null;
  const problem = { code: 'http.error-status', message: 'A part that is listed is not there.' } as const;
  return { ...emptyPage, closed: 1, problems: [problem] };
}

/** The page of a part that answers with something else: it may be back another time. */
export function unreadPart(message: string): RecordPage {
  return { ...emptyPage, lost: 1, problems: [{ code: 'catalog.partly-read', message }] };
}
