// Instants as portals write them, in one sortable format: ISO 8601, UTC.
import type { JsonValue } from '../../base/json/json.ts';

/** From milliseconds since 1970, or text with or without a time zone; '' if it isn't a valid instant. */
export function instantOf(value: JsonValue | undefined): string {
  if (typeof value === 'number') return Math.abs(value) <= 8.64e15 ? isoOf(value) : '';
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value.trim())) return '';
  const text = value.trim().replace(' ', 'T');
  // Without a zone it is UTC, as usual in APIs; Date.parse already treats a bare date so.
  const zoned = !text.includes('T') || /[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? '' : isoOf(ms);
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
