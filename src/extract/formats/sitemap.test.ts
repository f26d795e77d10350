import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { readSitemapLines, readSitemapPage } from './sitemap.ts';

function read(xml: string): string[] {
  const document = makeDocument({ url: 'http://host.test/sitemap.xml', bytes: Buffer.from(xml) });
  return readSitemapPage(document).links.map((link) => `${link.foundBy} ${link.url}`);
}

describe('readSitemapPage', () => {
  it('reads the locations of pages, not of their images', () => {
    const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> http://host.test/a?x=1&amp;y=2 </loc>
      <lastmod>2020-01-01</lastmod><image:image><image:loc>http://host.test/p.png</image:loc></image:image></url>
      <url><loc><![CDATA[http://host.test/b]]></loc><xhtml:link rel="alternate" hreflang="de" href="http://host.test/de/b"/></url></urlset>`;
    expect(read(xml)).toEqual([
      'sitemap http://host.test/a?x=1&y=2',
      'sitemap http://host.test/b',
      'sitemap http://host.test/de/b',
    ]);
  });

  it('reads an index', () => {
    expect(read('<sitemapindex><sitemap><loc>http://host.test/s1.xml.gz</loc></sitemap></sitemapindex>')).toEqual([
      'sitemap http://host.test/s1.xml.gz',
    ]);
  });

  it('reads a truncated sitemap', () => {
    expect(read('<urlset><url><loc>http://host.test/a</loc></url><url><loc>http://host.test/b</l')).toEqual([
      'sitemap http://host.test/a',
      'sitemap http://host.test/b',
    ]);
  });

  it('keeps 6,000 links', () => {
    expect(read(`<urlset>${'<url><loc>http://host.test/a</loc></url>'.repeat(50_000)}`)).toHaveLength(6_000);
  });
});

describe('readSitemapLines', () => {
  it('finds them in every spelling, each once', () => {
    const robots =
      'User-agent: *\r\nDisallow: /x\r\nSITEMAP :http://a.test/1.xml # main\n sitemap: https://a.test/2.xml.gz\rSitemap: http://a.test/1.xml\nSitemap: /relative.xml\nSitemap:\n';
    expect(readSitemapLines(robots)).toEqual(['http://a.test/1.xml', 'https://a.test/2.xml.gz']);
  });
});
