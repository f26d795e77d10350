import { describe, expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { extractPage } from './extract.ts';

/** Reads everything. Anything quadratic would take hours at these sizes, so the time limit isn't a measurement. */
function readAll(body: string): void {
  const headers = { 'content-type': 'text/plain' };
  const page = extractPage(makeDocument({ url: 'http://host.test/dir/x', bytes: Buffer.from(body), headers }));
  expect(page.links.length).toBeLessThanOrEqual(6_000);
  expect(page.text().length).toBeLessThanOrEqual(1_000_000);
  expect(page.headings.length).toBeLessThanOrEqual(50);
  for (const link of page.links.slice(0, 100)) expect(link.anchor + link.window).toBeTypeOf('string');
}

describe('linear time', () => {
  it.each(['<', '<div>', '<a href="', '<!--', '&', '"', "'", 'http://'])(
    'reads 4 MB of %j in a page',
    (piece) => {
      readAll(`<html>${piece.repeat(4_000_000 / piece.length)}`);
    },
    20_000,
  );

  const pieces = [
    ...[
      '<',
      '<div>',
      '<a href="',
      "<a href='x",
      '<!--',
      '&',
      '"',
      "'",
      'http://',
      'www.',
      '?',
      '?service=w',
      'a?a',
      '-',
      '</',
    ],
    ...[
      '<title>',
      '<textarea>',
      '<script>',
      '<style>',
      '<a href=x>',
      '<a a="=" ',
      '<p a=">',
      '<wbr',
      'http://a<wbr',
      '<!x',
      '<?a>',
    ],
    ...[
      '<a ',
      '=',
      '/',
      '.',
      'http://a.',
      '&#',
      '{',
      '[',
      '\\',
      '"\\',
      '{"a":',
      '<![CDATA[',
      '<!DOCTYPE[>',
      '<h1>',
      '<img ',
      '\u0000',
    ],
    ...[
      '<!-->',
      '<title><![CDATA[a]]>',
      'http://a&shy;',
      '(',
      ')',
      '<item><title>a',
      '<loc>',
      ' ',
      '<a href=http://a.b/c ',
      '":"',
    ],
  ];
  const beginnings = ['<html>', '<?xml version="1.0"?><a>', '{"a":', '<rss>', '<urlset>', 'text '];

  it.each(beginnings)(
    'reads 300 KB of every odd piece after %j',
    (beginning) => {
      for (const piece of pieces) readAll(beginning + piece.repeat(300_000 / piece.length));
    },
    30_000,
  );
});
