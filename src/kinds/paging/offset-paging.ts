// Continues by position through a catalog that counts its records, however badly (edge case 64).
import type { Cursor } from '../../model/connector.ts';

export interface PageFacts {
  /** Records received, listed or not. */
  readonly count: number;
  /** The total according to the catalog. */
  readonly total: number | null;
  /** The next position according to the catalog; null if it has none. */
  readonly named: number | null;
  /** Position of the first record: 0 or 1. */
  readonly firstPosition: number;
}

/**
 * The position follows from the records received, never from those requested: a page may be capped silently. Null at
 * the end.
 */
export function nextPage(cursor: Cursor, { count, total, named, firstPosition }: PageFacts): Cursor | null {
  const at = count > 0 ? cursor.at + count : Math.max(cursor.at + cursor.size, named ?? 0);
  if (cursor.until !== null) {
    if (at >= cursor.until) return null;
    return { ...cursor, at, size: Math.min(cursor.size, cursor.until - at), total };
  }
  const isAnnounced = total === null ? count > 0 : at < firstPosition + total;
  // Some report the page's records as the total, and still name the next page.
  const isNamed = named === at && count > 0;
  return isAnnounced || isNamed ? { ...cursor, at, total } : null;
}

/**
 * Records deleted since the last page have shifted as many others before this one: they are requested as well. Empty if
 * the total didn't decrease.
 */
export function shrunkGap(cursor: Cursor, total: number | null, firstPosition: number): readonly Cursor[] {
  const shrunk = cursor.total === null || total === null ? 0 : cursor.total - total;
  const at = Math.max(firstPosition, cursor.at - shrunk);
  if (shrunk <= 0 || at >= cursor.at) return [];
  return [{ ...cursor, at, until: cursor.at, size: Math.min(cursor.size, cursor.at - at), total }];
}
