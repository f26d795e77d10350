import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSpace, stripControl, words } from './text.ts';

describe('decodeHTML', () => {
  it.each([
    ['a &amp; b', 'a & b'],
    ['&lt;b&gt;', '<b>'],
    ['&Uuml;ber &uuml;ber', 'Über über'],
    ['&#228;&#xE4;&#XE4;', 'äää'],
    ['&#128; &#150;', '€ –'],
    ['&#0; &#xD800; &#99999999999;', '\ufffd \ufffd \ufffd'],
    ['fish &amp chips &copy2024', 'fish & chips ©2024'],
    ['&notit; &nosuchname; &; &', '¬it; &nosuchname; &; &'],
    ['&#; &#x; &#xg;', '&#; &#x; &#xg;'],
    ['&thetasym;&hellip;', 'ϑ…'],
    ['&amp;amp;', '&amp;'],
    ['http&colon;&sol;&sol;a', 'http://a'],
  ])('reads %s', (encoded, decoded) => {
    expect(decodeHTML(encoded)).toBe(decoded);
  });

  it('keeps query parameters that look like entities', () => {
    expect(decodeHTMLAttribute('?a=1&copy=2&lang=de&reg=x&amp;section=3&para')).toBe(
      '?a=1&copy=2&lang=de&reg=x&section=3¶',
    );
  });

  it('never throws and does not grow', () => {
    const soup = fc.string({ unit: fc.constantFrom('&', '#', 'x', '9', 'amp', ';', 'copy', ' ', 'a') });
    fc.assert(
      fc.property(soup, (text) => {
        expect(decodeHTML(text).length).toBeLessThanOrEqual(text.length);
        expect(decodeHTMLAttribute(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each(['&', '&#', '&#1', '1', '&#x', '&amp', '&a'])(
    'is linear on 4 MB of %s',
    (piece) => {
      const text = `&#${piece.repeat(4_000_000 / piece.length)}`;
      expect(decodeHTML(text).length).toBeGreaterThan(0);
    },
    20_000,
  );
});

describe('foldSpace', () => {
  it('folds any white space and drops invisible breaks', () => {
    expect(foldSpace(' a\n\t b\u00a0\u00a0c \u3000 super\u00adduper\u200bword ')).toBe('a b c superduperword');
  });
});

describe('words', () => {
  it('keeps letters of all scripts and digits', () => {
    expect(words('Land-cover, Überflutung 2020! 地図 карта')).toEqual([
      'land',
      'cover',
      'überflutung',
      '2020',
      '地図',
      'карта',
    ]);
    expect(words('…')).toEqual([]);
  });
});

describe('stripControl', () => {
  it('removes escape sequences and direction overrides', () => {
    expect(stripControl('a\u001b[31mred\u0007\u202eevil\nline\u009b1m')).toBe('a[31mredevil line1m');
  });
});
