// Going on by position through a catalog that counts its records, however badly it counts (edge case 64).
import type { Cursor } from '../../model/connector.ts';

export interface PageFacts {
  /** Records that came, listed or not. */
  readonly count: number;
  /** How many there are in all, as the catalog says. */
  readonly total: number | null;
  /** The position it names as the next one; null where it names none. */
  readonly named: number | null;
  /** Position of the very first record: 0 or 1. */
  readonly firstPosition: number;
}

/**
 * The position follows from what came, never from what was asked for: a page may be capped silently. Null at the end.
 */
export function nextPage(cursor: Cursor, { count, total, named, firstPosition }: PageFacts): Cursor | null {
  const at = count > 0 ? cursor.at + count : Math.max(cursor.at + cursor.size, named ?? 0);
  if (cursor.until !== null) {
    if (at >= cursor.until) return null;
    return { ...cursor, at, size: Math.min(cursor.size, cursor.until - at), total };
  }
  const isAnnounced = total === null ? count > 0 : at < firstPosition + total;
  // Some give the records of the page as the number of all, and still name the next one.
  const isNamed = named === at && count > 0;
  return isAnnounced || isNamed ? { ...cursor, at, total } : null;
}

/**
 * Records that went away since the last page have moved as many others in front of this one, where nobody looked: they
 * are walked as well. Empty where the number of records did not fall.
 */
export function shrunkGap(cursor: Cursor, total: number | null, firstPosition: number): readonly Cursor[] {
  const shrunk = cursor.total === null || total === null ? 0 : cursor.total - total;
  const at = Math.max(firstPosition, cursor.at - shrunk);
  if (shrunk <= 0 || at >= cursor.at) return [];
  return [{ ...cursor, at, until: cursor.at, size: Math.min(cursor.size, cursor.at - at), total }];
}
