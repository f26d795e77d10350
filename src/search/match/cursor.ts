// Cursors: where a page of results ended, as text for clients.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { SearchQuery } from '../../model/search.ts';
import type { RankedAt } from './best-page.ts';

export interface Cursor {
  /** Number of results before it. */
  readonly position: number;
  /** The last of them; null on the first page, whose order is diversified. */
  readonly after: RankedAt | null;
}

export function writeCursor(query: SearchQuery, { position, after }: Cursor): string {
  const parts = [queryKey(query), position, ...(after === null ? [] : [after.score, after.tie])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function readCursor(query: SearchQuery, text: string): Cursor {
  const parts = readParts(text);
  const [key, position, score, tie] = parts;
  const numbers = parts.slice(1);
  const isComplete = (numbers.length === 1 || numbers.length === 3) && numbers.every((n) => typeof n === 'number');
  if (!isComplete || key !== queryKey(query))
    throw new GeotrawlError('usage.bad-argument', 'The cursor belongs to another query. Start at the first page.');
  const after = numbers.length === 3 ? { score: score as number, tie: tie as number } : null;
  return { position: position as number, after };
}

function readParts(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Equal for all pages of a query. */
function queryKey({ after: _after, limit: _limit, offset: _offset, facets: _facets, ...query }: SearchQuery): number {
  const entries = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return Number(fingerprint(JSON.stringify(entries)));
}
