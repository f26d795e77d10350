// Documents built from bytes.
import { describe, expect, it } from 'vitest';
import { makeDocument } from './document.ts';

describe('makeDocument', () => {
  it('fills in defaults for a saved file', () => {
    expect(makeDocument({ url: 'https://example.org/a.xml', bytes: Buffer.from('<a/>') })).toMatchObject({
      finalUrl: 'https://example.org/a.xml',
      status: 200,
      mediaType: '',
      charset: 'utf-8',
      partial: null,
      address: null,
      requests: 0,
      problems: [],
    });
  });

  it('decodes once', () => {
    const document = makeDocument({ url: 'https://example.org/', bytes: Buffer.from('<p>Höhe', 'latin1') });
    expect(document.text()).toBe('<p>Höhe');
    expect(document.charset).toBe('windows-1252');
  });

  it('adds a charset conflict to the given problems', () => {
    const document = makeDocument({
      url: 'https://example.org/',
      bytes: Buffer.from('<p>Höhe'),
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      problems: [{ code: 'body.lenient-http', message: 'odd' }],
    });
    expect(document.problems.map(({ code }) => code)).toEqual(['body.lenient-http', 'body.charset-conflict']);
  });

  it('a body truncated inside a character stays UTF-8', () => {
    const bytes = Buffer.from('<p>Höhe ü').subarray(0, -1);
    expect(makeDocument({ url: 'https://example.org/', bytes, partial: 'size' }).charset).toBe('utf-8');
  });
});
