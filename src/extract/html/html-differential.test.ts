// Our scanner against htmlparser2, on generated pages and on real ones.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { foldSpace } from '../../base/text/text.ts';
import type { Document } from '../../model/document.ts';
import { makeResolver } from '../page/resolve.ts';
import { readHtmlPage } from './html.ts';

interface Reading {
  /** Absolute URLs of a[href], in document order. */
  readonly links: readonly string[];
  readonly title: string;
}

interface ReferenceReading extends Reading {
  /** Values of every attribute of every element. */
  readonly values: readonly string[];
  /** Where the last complete token ends: the rest was swallowed by an unclosed tag. */
  readonly end: number;
}

const documentUrl = 'http://host.test/dir/page.html';

function documentOf(bytes: Uint8Array): Document {
  return makeDocument({ url: documentUrl, bytes, headers: { 'content-type': 'text/html' } });
}

function ours(document: Document): Reading {
  const page = readHtmlPage(document);
  return { links: page.links.filter((link) => link.foundBy === 'link').map((link) => link.url), title: page.title };
}

/** The page according to htmlparser2, references resolved by the same rules. */
function theirs(html: string): ReferenceReading {
  const references: string[] = [];
  const values: string[] = [];
  let base: string | null = null;
  let title: string | null = null;
  let inTitle = false;
  let end = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      values.push(...Object.values(attributes));
      if (name === 'a' && attributes.href !== undefined) references.push(attributes.href);
      if (name === 'base' && attributes.href !== undefined) base ??= attributes.href;
      inTitle = name === 'title' && title === null;
      if (inTitle) title = '';
      end = parser.endIndex;
    },
    ontext: (text) => {
      if (inTitle) title += text;
      end = parser.endIndex;
    },
    onclosetag: () => {
      inTitle = false;
    },
    oncomment: () => {
      end = parser.endIndex;
    },
  });
  parser.end(html);
  const resolve = makeResolver((base === null ? null : makeResolver(documentUrl)(base)) ?? documentUrl);
  const links = references.map(resolve).filter((url) => url !== null);
  return { links, title: foldSpace(title ?? ''), values, end };
}

describe('generated pages', () => {
  const word = fc.constantFrom(
    'map',
    'wms',
    'Über',
    'a&amp;b',
    '&lt;',
    '&copy;',
    '&copy',
    '&#228;',
    '&nope;',
    '1 < 2',
    '&',
    '>',
    "it's",
  );
  const space = fc.constantFrom(' ', '\n', '  ', '\t');
  const value = fc
    .array(
      fc.constantFrom(
        'a',
        '/',
        '?x=1',
        '&amp;',
        '&copy=2',
        '&lang=de',
        '&',
        '#f',
        '..',
        'http://h.test/',
        ' ',
        '%20',
        ';',
        '&#47;',
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(''));
  const quoted = fc.oneof(
    value.map((text) => `"${text}"`),
    value.map((text) => `'${text}'`),
    value.map((text) => `"it's > ${text}"`),
    value.map((text) => text.replaceAll(' ', '') || 'x'),
  );
  const name = fc.constantFrom('href', 'HREF', 'class', 'data-x', 'title', 'rel', 'x:y', '@click');
  const attribute = fc.oneof(
    fc.tuple(name, quoted).map(([key, text]) => `${key}=${text}`),
    fc.tuple(name, space, quoted).map(([key, gap, text]) => `${key}${gap}=${gap}${text}`),
    name,
  );
  const attributes = fc.array(fc.tuple(space, attribute), { maxLength: 4 }).map((list) => list.flat().join(''));
  const tag = fc
    .tuple(
      fc.constantFrom('a', 'A', 'p', 'div', 'b', 'area2', 'ab', 'li', 'td'),
      attributes,
      fc.constantFrom('>', ' >', ' />'),
    )
    .map(([element, list, end]) => `<${element}${list}${end}`);
  const other = fc.constantFrom(
    ...[
      '</a>',
      '</p>',
      '</b >',
      '<!-- <a href="no"> -->',
      '<!-->',
      '<!--->',
      '<!-- a --!>',
      '<!doctype html>',
      '<?php x ?>',
      '<![CDATA[x]]>',
    ],
    ...[
      '<script>"<a href=no>"</script>',
      '<style>a>b{}</style>',
      '<title>T &amp; <b>U</title>',
      '<textarea><a href=no></textarea>',
    ],
    ...['<base href="/base/">', '<SCRIPT type="x">a</b></SCRIPT>', '<!x>', '</>', '< a href=no>', '<3', '<br/>'],
  );
  const page = fc.array(fc.oneof(tag, tag, other, word, space), { maxLength: 25 }).map((parts) => parts.join(''));

  it('have the same links and the same title', () => {
    fc.assert(
      fc.property(page, (html) => {
        const { links, title } = theirs(html);
        expect(ours(documentOf(Buffer.from(html)))).toEqual({ links, title });
      }),
      { numRuns: 3_000 },
    );
  });
});

const archive = new URL('../../../../shared/corpus/webkb.tar.gz', import.meta.url).pathname;
const hasCorpus = existsSync(archive);

/**
 * Known reasons for differences, by name. The reference does what browsers do; our scanner keeps links that would be
 * lost.
 */
const reasons: Readonly<Record<string, (html: string, reference: ReferenceReading) => boolean>> = {
  'a closing quote is missing, so the reference takes the next tags for a value': (_, { values }) =>
    values.some((value) => value.includes('>')),
  'a tag never ends, so the reference drops the rest': (html, { end }) => /<a\s/i.test(html.slice(end - 1)),
  'a tag is left open before the next one, which the reference takes for an attribute': (html) =>
    /<[a-z][^<>]*\s<[a-z/]/i.test(html),
  'content for browsers without frames, which the reference skips': (html) =>
    /<(?:noframes|iframe|noembed|xmp)/i.test(html),
};

/** Links only one of the two has. Ours may also come from other elements, if the reference has the value too. */
function differences(document: Document, reference: ReferenceReading): string[] {
  const actual = ours(document);
  const actualLinks = new Set(actual.links);
  const known = new Set(reference.links);
  const resolve = makeResolver(readHtmlPage(document).baseUrl);
  for (const value of reference.values) known.add(resolve(value.replace(/^\d+;\s*url=/i, '')) ?? '');
  return [
    ...reference.links.filter((url) => !actualLinks.has(url)).map((url) => `not ours: ${url}`),
    ...actual.links.filter((url) => !known.has(url)).map((url) => `only ours: ${url}`),
    ...(actual.title === reference.title ? [] : [`title: ${actual.title} / ${reference.title}`]),
  ];
}

describe('real pages', () => {
  let folder = '';
  let pages: Document[] = [];

  beforeAll(() => {
    if (!hasCorpus) return;
    folder = mkdtempSync(join(tmpdir(), 'geotrawl-webkb-'));
    execFileSync('tar', [
      '-xzf',
      archive,
      '-C',
      folder,
      'webkb/pages/project',
      'webkb/pages/staff',
      'webkb/pages/course',
    ]);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tsv'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    pages = files.map((file) => documentOf(readFileSync(file)));
  });

  afterAll(() => {
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  it('has the corpus in CI', () => {
    if (process.env.CI !== undefined) expect(hasCorpus, `needs ${archive}`).toBe(true);
  });

  it.skipIf(!hasCorpus)(
    'reads them as htmlparser2 does, or better for a reason (needs ../shared/corpus/webkb.tar.gz)',
    () => {
      const unexplained: string[] = [];
      let differing = 0;
      for (const document of pages) {
        const html = document.text();
        const reference = theirs(html);
        const found = differences(document, reference);
        if (found.length === 0) continue;
        differing++;
        if (!Object.values(reasons).some((explains) => explains(html, reference))) unexplained.push(...found);
      }
      expect(unexplained).toEqual([]);
      expect(pages.length).toBeGreaterThan(300);
      expect(differing / pages.length).toBeLessThan(0.05);
    },
  );
});
