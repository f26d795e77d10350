// Paging cursors: an opaque string holds the position, so the encoding can change.

import { countIn } from '../http/request.ts';
import { badParameter } from '../http/response.ts';

export function cursorAt(offset: number): string {
  return Buffer.from(JSON.stringify({ at: offset })).toString('base64url');
}

/** The position from `cursor` or `offset`; throws for a cursor we didn't issue. */
export function positionIn(query: URLSearchParams): number {
  const cursor = query.get('cursor');
  if (cursor === null) return countIn(query, 'offset');
  if (query.has('offset')) throw badParameter('cursor', 'must not be combined with offset.');
  const found = /^\{"at":(\d{1,15})\}$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (found === null) throw badParameter('cursor', 'invalid cursor. Use the one from "next".');
  return Number(found[1]);
}
