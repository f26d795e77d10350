import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import type { Page } from '../model/document.ts';
import { extractPage } from './extract.ts';
import { sniff } from './sniff.ts';

function documentOf(body: string | Uint8Array, contentType = '') {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return makeDocument({
    url: 'http://host.test/dir/x',
    bytes,
    headers: contentType === '' ? {} : { 'content-type': contentType },
  });
}

function read(body: string, contentType = ''): Page {
  return extractPage(documentOf(body, contentType));
}

function found(body: string, contentType = ''): string[] {
  return read(body, contentType).links.map((link) => `${link.foundBy} ${link.url} ${link.anchor}`.trim());
}

describe('sniff', () => {
  it.each([
    ['<!DOCTYPE html><p>', '', 'html'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html xmlns="y">', 'application/xml', 'html'],
    ['  \n<p>text', '', 'html'],
    ['plain words', 'text/html', 'html'],
    ['{"a":1}', 'text/html', 'json'],
    ['[1,2]', '', 'json'],
    ['callback({"a":1});', 'application/javascript', 'json'],
    ['[note] this is text', 'text/plain', 'text'],
    ['var a = {};', 'text/javascript', 'script'],
    ['\ufeff\n<?xml version="1.0"?><WMS_Capabilities/>', 'text/html', 'xml'],
    ['<WMT_MS_Capabilities version="1.1.1">', 'application/octet-stream', 'xml'],
    ['<!-- c --><rss version="2.0">', 'text/html', 'feed'],
    ['<feed xmlns="http://www.w3.org/2005/Atom">', 'text/xml', 'feed'],
    ['<rdf:RDF xmlns="http://purl.org/rss/1.0/">', '', 'feed'],
    ['<rdf:RDF xmlns:dcat="http://www.w3.org/ns/dcat#">', '', 'xml'],
    ['<urlset xmlns="x">', '', 'sitemap'],
    ['<sitemapindex>', 'text/plain', 'sitemap'],
    ['Warning: x in y<?xml version="1.0"?><a/>', 'text/xml', 'xml'],
    ['%PDF-1.4', 'text/html', 'none'],
    ['PK\u0003\u0004', '', 'none'],
    ['ab\u0000cd', 'application/octet-stream', 'none'],
    ['p { color: red }', 'text/css', 'none'],
    ['name;lon;lat', 'text/csv', 'text'],
    ['', 'text/html', 'none'],
  ])('%j as %s is %s', (body, contentType, form) => {
    expect(sniff(documentOf(body, contentType))).toBe(form);
  });

  it('reads UTF-16', () => {
    const bytes = Buffer.from('\ufeff<a href="b">c</a>', 'utf16le');
    expect(extractPage(documentOf(bytes)).links[0]?.url).toBe('http://host.test/dir/b');
  });
});

describe('plain text', () => {
  it('finds URLs and the surrounding words', () => {
    const page = read('The service is at http://a.test/wms?map=1&x=2, version\n1.3.0 (see www.b.test).', 'text/plain');
    expect(page.links.map((link) => link.url)).toEqual(['http://a.test/wms?map=1&x=2', 'http://www.b.test']);
    expect(page.links[0]?.window).toBe('The service is at version 1.3.0 (see www.b.test).');
    expect(page.text()).toContain('version 1.3.0');
  });
});

describe('JSON', () => {
  it('finds URLs with the path of their property', () => {
    const json =
      '{"services":[{"u":1},[],{"url":"http:\\/\\/a.test\\/wms","d":"see http://b.test/x, or c"}],"next":{"href":"?p=2"}}';
    expect(found(json)).toEqual([
      'json http://a.test/wms services[2].url',
      'json http://b.test/x services[2].d',
      'json http://host.test/dir/x?p=2 next.href',
    ]);
  });

  it.each([
    ['a callback', 'cb({"url":"http://a.test/"});'],
    ['a cut-off document', '{"url":"http://a.test/","b":"http://b'],
    ['single quotes', "{'it': 'is', 'url': 'http://a.test/'}"],
    ['escapes', '{"x":"\\"","y":"\\\\","url":"http:\\u002f\\u002fa.test/"}'],
    ['too many closing brackets', '{}]]}}{"url":"http://a.test/"}'],
    ['lines of JSON', '{"a":1}\n{"url":"http://a.test/"}'],
    [
      'vocabularies',
      '{"@context":"https://schema.org","$schema":"http://x.test/s","conformsTo":["http://x.test/1"],"url":"http://a.test/"}',
    ],
  ])('reads %s', (_, json) => {
    expect(
      read(json)
        .links.map((link) => link.url)
        .filter((url) => !url.endsWith('//b')),
    ).toEqual(['http://a.test/']);
  });

  it('has its strings as text', () => {
    expect(read('{"title":"Land\\ncover","n":1,"k":["a","b"]}').text()).toBe('Land cover a b');
  });
});

describe('XML', () => {
  it('finds URLs in attributes, text, CDATA and comments', () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://dtd.test/a.dtd" [ <!ENTITY x "http://entity.test/"> ]>
      <c:a xmlns:c="http://ns.test/" xsi:schemaLocation="http://ns.test/ http://ns.test/a.xsd"><Title>My &amp; title</Title>
      <OnlineResource xlink:href="http://a.test/wms?a=1&amp;b=2" xlink:title="The service"/>
      <b url="rel.xml"/><!-- http://c.test/ --><d>http://d.test/?x=1&amp;y=2</d><e><![CDATA[see http://e.test/?x&y.]]></e></c:a>`;
    expect(found(xml)).toEqual([
      'xml http://a.test/wms?a=1&b=2 The service',
      'xml http://host.test/dir/rel.xml',
      'comment http://c.test/',
      'xml http://d.test/?x=1&y=2',
      'xml http://e.test/?x&y',
    ]);
    expect(read(xml).title).toBe('My & title');
    expect(read(xml).links[0]?.window).toBe('My & title http://d.test/?x=1&y=2');
  });

  it.each([
    '<a><b href="http://a.test/">',
    '<a href=http://a.test/ <b>',
    '</a><x>http://a.test/</y>',
    '<a>&bad; http://a.test/ & < x',
  ])('reads the malformed %s', (xml) => {
    expect(read(`<?xml version="1.0"?>${xml}`).links.map((link) => link.url)).toEqual(['http://a.test/']);
  });
});

describe('feeds', () => {
  it('reads RSS', () => {
    const rss = `<rss version="2.0"><channel><title>News</title><link>http://a.test/</link><language>de</language>
      <item><link>http://a.test/1</link><title><![CDATA[First & <b>best</b>]]></title>
      <description>&lt;a href="http://b.test/wms"&gt;x&lt;/a&gt;</description><enclosure url="http://c.test/d.zip"/></item>
      <item><title>Second</title><guid>http://a.test/2</guid></item></channel></rss>`;
    expect(found(rss)).toEqual([
      'feed http://a.test/ News',
      'feed http://a.test/1 First & best',
      'feed http://b.test/wms First & best',
      'feed http://c.test/d.zip First & best',
      'feed http://a.test/2 Second',
    ]);
    expect(read(rss).title).toBe('News');
    expect(read(rss).language).toBe('de');
  });

  it('reads RSS 1.0', () => {
    const rdf = `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><title>C</title><link>http://a.test/</link></channel>
      <item rdf:about="x"><title>I</title><link>http://a.test/i</link></item></rdf:RDF>`;
    expect(found(rdf)).toEqual(['feed http://a.test/ C', 'feed http://a.test/i I']);
  });

  it('reads Atom', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link rel="self" href="/feed"/>
      <entry><title type="html">E &amp;amp; E</title><link href="e.html"/><id>urn:x</id></entry></feed>`;
    expect(found(atom)).toEqual(['feed http://host.test/feed F', 'feed http://host.test/dir/e.html E & E']);
  });
});

describe('random documents', () => {
  it('never throws on random bytes', () => {
    const type = fc.constantFrom(
      '',
      'text/html',
      'text/xml',
      'application/json',
      'text/plain',
      'text/javascript',
      'image/png',
    );
    const start = fc.constantFrom('', '<', '<?xml ', '{', '<rss>', '<urlset>', '[', 'a ');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), type, start, (bytes, contentType, beginning) => {
        const page = extractPage(documentOf(Buffer.concat([Buffer.from(beginning), bytes]), contentType));
        expect(page.text()).toBeTypeOf('string');
        for (const link of page.links) expect(link.anchor + link.window).toBeTypeOf('string');
      }),
      { numRuns: 1_500 },
    );
  });
});
