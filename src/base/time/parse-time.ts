// Parses ISO 8601 times and dates as spans of milliseconds.

export interface TimeSpan {
  /** Milliseconds since the epoch; both ends are included. */
  readonly fromMs: number;
  readonly toMs: number;
}

const form =
  /^(-?\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/i;

/** '2020', '2020-05' and '2020-05-17' span their year, month or day; a timestamp is an instant. Null for anything else. */
export function readTimeSpan(text: string): TimeSpan | null {
  const found = form.exec(text.trim());
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = found;
  const start = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)] as const;
  if (hour === undefined) {
    const fromMs = utc(...start);
    if (new Date(fromMs).getUTCDate() !== start[2] || new Date(fromMs).getUTCMonth() !== start[1]) return null;
    const end =
      month === undefined ? utc(start[0] + 1, 0, 1) : utc(start[0], start[1] + (day === undefined ? 1 : 0), 1);
    return { fromMs, toMs: (day === undefined ? end : fromMs + 86_400_000) - 1 };
  }
  const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  const isClock = Number(hour) <= 24 && Number(minute) < 60 && Number(second ?? 0) <= 60;
  const dayMs = utc(...start);
  if (!isClock || new Date(dayMs).getUTCDate() !== start[2]) return null;
  const clockMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000 + milliseconds;
  const ms = dayMs + clockMs - zoneMs(zone);
  return { fromMs: ms, toMs: ms };
}

/** "start/end" with '..' or nothing for an open end, or one time; null if it can't be parsed. */
export function readTimeRange(text: string): { fromMs: number | null; toMs: number | null } | null {
  const [start = '', end = start, ...others] = text.split('/').map((part) => part.trim());
  // A third part is the resolution of a series: "2000-01-01/2020-12-31/P1M".
  if (others.length > 1) return null;
  const isOpen = (part: string) => part === '..' || part === '';
  const from = isOpen(start) ? null : readTimeSpan(start);
  const to = isOpen(end) ? null : readTimeSpan(end);
  if ((from === null && !isOpen(start)) || (to === null && !isOpen(end))) return null;
  if (from === null && to === null) return null;
  return { fromMs: from?.fromMs ?? null, toMs: to?.toMs ?? null };
}

/** `Date.UTC` would read years below 100 as 19xx. */
function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
