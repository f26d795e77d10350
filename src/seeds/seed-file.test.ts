import { describe, expect, it } from 'vitest';
import { readHtmlPage } from '../extract/html/html.ts';
import { readSeedFile } from './seed-file.ts';

const read = (text: string) => readSeedFile(Buffer.from(text), readHtmlPage);

describe('the format of a seed file is detected by content', () => {
  it('a list of URLs; invalid lines are reported and skipped', () => {
    expect(read('# portals\nexample.org\n\nno host\nhttps://b.example/x, y\n')).toEqual({
      form: 'list',
      seeds: ['https://example.org/', 'https://b.example/x,%20y'],
      guesses: [],
      odd: [{ line: 4, message: expect.stringContaining(`"no host" isn't a web address`) }],
    });
  });

  it('a sitemap, without its images', () => {
    const url =
      '<url><loc> https://a.example/1?a=1&amp;b=2 </loc><image:image><image:loc>https://a.example/p.png</image:loc></image:image></url>';
    const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${url}<url><loc><![CDATA[https://a.example/2]]></loc></url></urlset>`;
    expect(read(xml)).toMatchObject({ form: 'sitemap', seeds: ['https://a.example/1?a=1&b=2', 'https://a.example/2'] });
  });

  it('an index of sitemaps', () => {
    const xml = '<sitemapindex><sitemap><loc>https://a.example/s1.xml</loc></sitemap></sitemapindex>';
    expect(read(xml)).toMatchObject({ form: 'sitemap', seeds: ['https://a.example/s1.xml'] });
  });

  it('OPML, nested, each URL once', () => {
    const xml = `<?xml version="1.0"?><opml version="2.0"><head><docs>http://spec.example/</docs></head><body><outline text="maps">
      <outline type="rss" text="a" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
      <outline type="link" url="https://b.example/"/><outline htmlUrl="https://a.example/"/></outline></body></opml>`;
    expect(read(xml)).toMatchObject({
      form: 'opml',
      seeds: ['https://a.example/', 'https://a.example/feed', 'https://b.example/'],
    });
  });

  it("a browser's bookmarks, without icons and local files", () => {
    const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1">Maps</H3>
    <DL><p>
        <DT><A HREF="https://a.example/wms?map=1&amp;x=2" ADD_DATE="1" ICON_URI="https://icons.example/a.png" ICON="data:image/png;base64,AA==">A</A>
        <DT><A HREF="javascript:alert(1)">B</A>
        <DT><A HREF="place:type=6">C</A>
        <DT><A HREF="http://b.example/">D</A>
    </DL><p>
</DL><p>`;
    expect(read(html)).toMatchObject({
      form: 'bookmarks',
      seeds: ['https://a.example/wms?map=1&x=2', 'http://b.example/'],
    });
  });

  it('a registry of portals, with the usual URLs of their software', () => {
    const table =
      'name\turl\tsoftware\nA\thttps://a.example/\tGeoServer\nB\tnowhere\tckan\nC\thttps://c.example/home\tcustom\n';
    expect(read(table)).toEqual({
      form: 'portals',
      seeds: ['https://a.example/', 'https://c.example/home'],
      guesses: [
        ...['WMS', 'WFS', 'WCS'].map(
          (service) => `https://a.example/geoserver/ows?SERVICE=${service}&REQUEST=GetCapabilities`,
        ),
        'https://a.example/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetCapabilities',
      ],
      odd: [{ line: 3, message: expect.any(String) }],
      oddLines: [3],
    });
  });

  it('other XML is refused', () => {
    expect(() => read('<kml><Document/></kml>')).toThrow(expect.objectContaining({ code: 'usage.bad-argument' }));
  });

  it.each(['', '\0\0', '<', '<urlset', '<opml><body><outline', '"', 'url\n"', '<html><a href='])(
    '%j does not break it',
    (text) => expect(read(text).seeds).toEqual([]),
  );
});
