// First and last of many published times.
import { expect, it } from 'vitest';
import { spanOfTimes } from './time-span.ts';

it.each([
  [['2000-01-01/2020-12-31/P1M'], '2000-01-01/2020-12-31'],
  [['2010-05-01,2009-01-01,2011'], '2009-01-01/2011'],
  [['2001/2002', '1999-06/2000'], '1999-06/2002'],
  [['2020-01-01T00:00:00Z'], '2020-01-01T00:00:00Z'],
  [['2020-01-01/..'], '2020-01-01/..'],
  [['2020-01-01/now'], '2020-01-01/..'],
  [['../2020-01-01'], '../2020-01-01'],
  [['spring', 'summer'], null],
  [[], null],
])('%j → %s', (times, span) => {
  expect(spanOfTimes(times)).toBe(span);
});
