// Dates as directory listings write them (edge case 80), made comparable.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const time = String.raw`(?:,?[ T]{1,3}(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([AP])\.?M)?)?`;

/** Each with the places of year, month and day among its groups; the time follows. */
const forms: readonly (readonly [pattern: RegExp, order: 'ymd' | 'dmy' | 'mdy'])[] = [
  // 2024-01-31 10:00, 2024-Jan-31 10:00:00
  [new RegExp(String.raw`\b((?:19|20)\d\d)[-/](\d\d|[A-Z][a-z]{2})[-/](\d\d)${time}`), 'ymd'],
  // 31-Jan-2024 10:00, Wed, 31 Jan 2024 10:00:00 GMT, 31.01.2024 10:00
  [new RegExp(String.raw`\b(\d{1,2})[- .](\d\d|[A-Z][a-z]{2,8})[- .]((?:19|20)\d\d)${time}`), 'dmy'],
  // Wednesday, January 31, 2024 10:00 AM
  [new RegExp(String.raw`\b([A-Z][a-z]{2,8}) (\d{1,2}), ((?:19|20)\d\d)${time}`), 'mdy'],
  // 1/31/2024 10:00 AM
  [new RegExp(String.raw`\b(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)${time}`), 'mdy'],
];

/** The first date in a text, as ISO 8601 without zone; '' for none. */
export function readListingDate(text: string): string {
  for (const [pattern, order] of forms) {
    const match = pattern.exec(text);
    if (match !== null) return isoDate(match, order);
  }
  return '';
}

function isoDate([, a = '', b = '', c = '', hour, minute, second, half]: RegExpExecArray, order: string): string {
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const [first, later] = [monthOf(month), Number(day)];
  // 31/1/2024 is no month: the day came first after all.
  const [mm, dd] = first > 12 && later <= 12 ? [later, first] : [first, later];
  if (mm < 1 || mm > 12 || dd < 1 || dd > 31) return '';
  const date = `${year}-${two(mm)}-${two(dd)}`;
  if (hour === undefined || minute === undefined) return date;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  return `${date}T${two(hours)}:${minute}:${second ?? '00'}`;
}

function monthOf(text: string): number {
  const named = months.indexOf(text.slice(0, 3).toLowerCase());
  return named < 0 ? Number(text) : named + 1;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
