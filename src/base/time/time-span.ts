// The span from the first to the last of many published times.

/** ISO 8601 from year to second, possibly shortened; any remainder doesn't change the order of days. */
const moment = /^-?\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]{2,15}(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** Total number of values read: a list of instants may have 100,000. */
const maxValues = 200_000;

/** "start/end", one time if both are equal, '..' for an open end; null if no value can be parsed. */
export function spanOfTimes(times: Iterable<string>): string | null {
  let [first, last] = ['', ''];
  let isOpenStart = false;
  let isOpenEnd = false;
  let seen = 0;
  for (const time of new Set(times)) {
    for (const value of time.split(',')) {
      if (seen++ > maxValues) break;
      const [start = '', end = start] = value.trim().split('/');
      isOpenStart ||= start === '..' || (start === '' && end !== '');
      isOpenEnd ||= end === '..' || end === '' || /^(?:now|current|present)$/i.test(end);
      for (const one of [start, end]) {
        if (!moment.test(one)) continue;
        if (first === '' || one < first) first = one;
        if (last === '' || one > last) last = one;
      }
    }
  }
  if (first === '') return null;
  const [from, to] = [isOpenStart ? '..' : first, isOpenEnd ? '..' : last];
  return from === to ? from : `${from}/${to}`;
}
