import { describe, expect, it } from 'vitest';
import { percentDecoded } from './read-url.ts';

describe('percentDecoded', () => {
  it('reads escapes as UTF-8', () => {
    expect(percentDecoded('%C3%BCbersicht%20a+b')).toBe('übersicht a+b');
  });

  it.each(['100 %', '%zz', '%C3', 'a%20b%'])('keeps %j, whose escapes are invalid', (text) => {
    expect(percentDecoded(text)).toBe(text);
  });
});
