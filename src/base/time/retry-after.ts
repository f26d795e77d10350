// How long a server asks to be left alone.

const dayMs = 86_400_000;

/** Milliseconds to wait by a Retry-After header (RFC 9110, 10.2.3), at most a day; null when there is none to read. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(value)) return Math.min(Number(value) * 1000, dayMs);
  const date = value === '' ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - nowMs, 0), dayMs);
}
