// Parses Retry-After headers.

const dayMs = 86_400_000;

/** Milliseconds to wait according to a Retry-After header (RFC 9110, 10.2.3), at most a day; null if absent or invalid. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(value)) return Math.min(Number(value) * 1000, dayMs);
  const date = value === '' ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - nowMs, 0), dayMs);
}
