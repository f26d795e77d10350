// The time dimension of a WMS layer (WMS 1.3.0, annexes C and D).

/** Longer lists are reduced to their first and last value. */
const maxChars = 1000;
/** Values checked at each end of a list. */
const sampled = 20;

export interface TimeReading {
  /** As published, or 'first/last' if that would be too long. */
  readonly text: string;
  readonly isOdd: boolean;
}

export function readTime(text: string): TimeReading {
  const short = text.length <= maxChars ? text : firstAndLast(text);
  const values = text.length <= maxChars ? text.split(',') : [...edge(text, 0), ...edge(text, -1)];
  return { text: short, isOdd: !values.every((value) => isTimeValue(value.trim())) };
}

/** Complete values from one end of a long list. */
function edge(text: string, end: 0 | -1): readonly string[] {
  const values = (end === 0 ? text.slice(0, maxChars) : text.slice(-maxChars)).split(',');
  if (values.length === 1) return [text.slice(0, maxChars)];
  return end === 0 ? values.slice(0, -1).slice(0, sampled) : values.slice(1).slice(-sampled);
}

function firstAndLast(text: string): string {
  const first = edge(text, 0)[0]?.trim().split('/')[0] ?? '';
  const last = edge(text, -1).at(-1)?.trim().split('/').slice(0, 2).at(-1) ?? '';
  return `${first}/${last}`.slice(0, maxChars);
}

/** An instant, or 'start/end' with or without a period. */
function isTimeValue(value: string): boolean {
  const parts = value.split('/');
  if (parts.length === 1) return isInstant(value);
  if (parts.length > 3) return false;
  const [start = '', end = '', period = ''] = parts;
  if (!isInstant(start) || !isInstant(end)) return false;
  // With the same precision they compare as text.
  if (start.length === end.length && /^\d{4}-/.test(start) && /^\d{4}-/.test(end) && start > end) return false;
  return period === '' || /^P[0-9.YMDWTHS]{1,40}$/i.test(period) || /^\d+$/.test(period);
}

function isInstant(text: string): boolean {
  if (/^(?:current|now|present|unknown)$/i.test(text)) return true;
  return /^-?\d{4,9}(?:-?\d\d(?:-?\d\d)?)?(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/i.test(
    text,
  );
}
