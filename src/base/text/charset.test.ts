// Encodings as the web declares and mis-declares them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideCharset, decodeText } from './charset.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

interface Case {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly header: string | null;
  readonly charset: string;
  readonly conflict: boolean;
}

const xml = (encoding: string, text = 'Höhenmodell') =>
  `<?xml version="1.0" encoding="${encoding}"?><Title>${text}</Title>`;

const cases: readonly Case[] = [
  {
    name: 'a UTF-8 BOM beats everything',
    bytes: utf8(`\ufeff${xml('ISO-8859-1')}`),
    header: 'iso-8859-1',
    charset: 'utf-8',
    conflict: true,
  },
  {
    name: 'a UTF-16 LE BOM',
    bytes: Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le'),
    header: null,
    charset: 'utf-16le',
    conflict: false,
  },
  {
    name: 'a UTF-16 BE BOM',
    bytes: Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le').swap16(),
    header: 'utf-16',
    charset: 'utf-16be',
    conflict: false,
  },
  {
    name: 'UTF-16 XML without BOM',
    bytes: Buffer.from(xml('UTF-16'), 'utf16le'),
    header: null,
    charset: 'utf-16le',
    conflict: false,
  },
  {
    name: 'UTF-16 HTML without BOM',
    bytes: Buffer.from('<html><p>Höhe', 'utf16le').swap16(),
    header: null,
    charset: 'utf-16be',
    conflict: false,
  },
  {
    name: 'valid UTF-8 beats the declaration',
    bytes: utf8(xml('ISO-8859-1')),
    header: null,
    charset: 'utf-8',
    conflict: true,
  },
  {
    name: 'valid UTF-8 beats the header',
    bytes: utf8(xml('UTF-8')),
    header: 'iso-8859-1',
    charset: 'utf-8',
    conflict: true,
  },
  {
    name: 'the declaration beats the header',
    bytes: latin1(xml('ISO-8859-1')),
    header: 'utf-8',
    charset: 'windows-1252',
    conflict: true,
  },
  {
    name: 'declaration and header agree',
    bytes: latin1(xml('windows-1252')),
    header: 'ISO-8859-1',
    charset: 'windows-1252',
    conflict: false,
  },
  {
    name: 'the declaration lies about UTF-8 (©)',
    bytes: latin1(xml('UTF-8', '© LVermGeo ö ä')),
    header: null,
    charset: 'windows-1252',
    conflict: true,
  },
  {
    name: 'the header alone',
    bytes: latin1('<p>Höhe'),
    header: 'iso-8859-15',
    charset: 'iso-8859-15',
    conflict: false,
  },
  { name: 'nothing said', bytes: latin1('<p>Höhe'), header: null, charset: 'windows-1252', conflict: false },
  { name: 'nothing said, ASCII', bytes: utf8('<p>hello'), header: null, charset: 'utf-8', conflict: false },
  {
    name: 'labels cannot conflict over ASCII',
    bytes: utf8('<meta charset="koi8-r"><p>hello'),
    header: 'big5',
    charset: 'utf-8',
    conflict: false,
  },
  {
    name: 'an unknown label counts as none',
    bytes: latin1('<p>Höhe'),
    header: 'x-unheard-of',
    charset: 'windows-1252',
    conflict: false,
  },
  {
    name: 'a UTF-16 label without UTF-16 bytes counts as none',
    bytes: utf8(xml('UTF-16')),
    header: 'utf-16',
    charset: 'utf-8',
    conflict: false,
  },
  {
    name: 'meta charset',
    bytes: latin1('<html><head><META CharSet=windows-1250><p>\xb9'),
    header: null,
    charset: 'windows-1250',
    conflict: false,
  },
  {
    name: 'meta http-equiv',
    bytes: latin1('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>\xcf'),
    header: null,
    charset: 'windows-1251',
    conflict: false,
  },
  {
    name: 'a later meta tag',
    bytes: latin1('<meta name=a content=b><meta charset="gbk"><p>\xc4\xe3'),
    header: null,
    charset: 'gbk',
    conflict: false,
  },
  {
    name: 'blank lines before the XML declaration',
    bytes: latin1(`\n\n  ${xml('iso-8859-2', '\xb9')}`),
    header: null,
    charset: 'iso-8859-2',
    conflict: false,
  },
  {
    name: 'single quotes and spaces in the XML declaration',
    bytes: latin1(`<?xml version='1.0' encoding = 'koi8-r' ?><a>\xd0</a>`),
    header: null,
    charset: 'koi8-r',
    conflict: false,
  },
  { name: 'an empty body', bytes: utf8(''), header: 'utf-8', charset: 'utf-8', conflict: false },
];

describe('decideCharset', () => {
  it.each(cases)('$name', ({ bytes, header, charset, conflict }) => {
    expect(decideCharset(bytes, header)).toEqual({ charset, conflict });
  });

  it('keeps UTF-8 if one of many characters is damaged', () => {
    const bytes = Buffer.concat([utf8(xml('UTF-8', 'ä'.repeat(50))), latin1('\xe4 ')]);
    expect(decideCharset(bytes, 'utf-8').charset).toBe('utf-8');
  });

  it('keeps UTF-8 if a limit splits the last character', () => {
    const whole = utf8('plain and Höhe');
    const cut = whole.subarray(0, whole.indexOf(0xc3) + 1);
    expect(decideCharset(cut, null, true).charset).toBe('utf-8');
    expect(decideCharset(cut, null, false).charset).toBe('windows-1252');
  });

  it('never throws, and always returns a decodable encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.option(fc.string()), fc.boolean(), (bytes, header, isCut) => {
        decodeText(bytes, decideCharset(bytes, header, isCut).charset);
      }),
    );
  });

  it('is linear on a head full of opening brackets', () => {
    const bytes = utf8('<meta '.repeat(50_000));
    expect(decideCharset(bytes, null).charset).toBe('utf-8');
  });
});

describe('decodeText', () => {
  it('drops the BOM', () => {
    expect(decodeText(utf8('\ufeff<a/>'), 'utf-8')).toBe('<a/>');
  });
});
