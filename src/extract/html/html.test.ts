import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import type { Page } from '../../model/document.ts';
import { readHtmlPage } from './html.ts';

function read(html: string, headers: Record<string, string> = {}, url = 'http://host.test/dir/page.html?x=1'): Page {
  return readHtmlPage(
    makeDocument({
      url,
      bytes: Buffer.from(html),
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    }),
  );
}

function urls(html: string): string[] {
  return read(html).links.map((link) => link.url);
}

function found(html: string): string[] {
  return read(html).links.map((link) => `${link.foundBy} ${link.url}`);
}

describe('links of elements', () => {
  it.each([
    ['<a href="a.html">', 'http://host.test/dir/a.html'],
    ['<A HREF=b.html>', 'http://host.test/dir/b.html'],
    ["<a class='x' href='/c?d=1&amp;e=2'>", 'http://host.test/c?d=1&e=2'],
    ['<a href="?q=1">', 'http://host.test/dir/page.html?q=1'],
    ['<a href="../up.html">', 'http://host.test/up.html'],
    ['<a href="//other.test/p">', 'http://other.test/p'],
    ['<a href=" https://other.test/p ">', 'https://other.test/p'],
    ['<a href="HTTP://Other.test/P">', 'http://other.test/P'],
    ['<a href="a\nb.html">', 'http://host.test/dir/ab.html'],
    ['<area shape=rect href="area.html">', 'http://host.test/dir/area.html'],
    ['<iframe src="frame.html">', 'http://host.test/dir/frame.html'],
    ['<frame src="frame.html">', 'http://host.test/dir/frame.html'],
    ['<form method=get action="/cgi-bin/mapserv">', 'http://host.test/cgi-bin/mapserv'],
    ['<object data="map.kml">', 'http://host.test/dir/map.kml'],
    ['<embed src="viewer.html">', 'http://host.test/dir/viewer.html'],
    ['<source src="film.html">', 'http://host.test/dir/film.html'],
    ['<blockquote cite="quoted.html">', 'http://host.test/dir/quoted.html'],
    ['<q cite="quoted.html">', 'http://host.test/dir/quoted.html'],
    ['<meta http-equiv="Refresh" content="0; URL=\'next.html\'">', 'http://host.test/dir/next.html'],
    ['<meta http-equiv=refresh content="0;url=next.html">', 'http://host.test/dir/next.html'],
    ['<link rel="alternate" href="feed.xml">', 'http://host.test/dir/feed.xml'],
    ['<link rel="service-desc" href="/api">', 'http://host.test/api'],
    ['<img src="/wms?service=WMS&request=GetMap">', 'http://host.test/wms?service=WMS&request=GetMap'],
  ])('%s', (html, url) => {
    expect(found(html)).toEqual([`link ${url}`]);
  });

  it.each([
    '<img src="picture.png" data-src="http://a.test/b.png">',
    '<link rel="stylesheet" href="style.css">',
    '<link rel="shortcut icon" href="http://a.test/favicon.ico">',
    '<link rel="preload" as="font" href="font.woff2">',
    '<script src="http://a.test/app.js"></script>',
    '<a href="javascript:void(0)">',
    '<a href="mailto:a@host.test">',
    '<a href="#top">',
    '<a name="x">',
    '<a href="">',
    '<a href="http://">',
    '<a href="ftp://host.test/x">',
    '<a href="data:text/html,x">',
    '<meta http-equiv=refresh content="30">',
    '<meta property="og:image" content="http://a.test/b">',
    '<html xmlns="http://www.w3.org/1999/xhtml">',
    '<svg xmlns:xlink="http://www.w3.org/1999/xlink">',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
    '<div itemscope itemtype="http://schema.org/Dataset">',
    '<style>@import url("http://a.test/s.css")</style>',
  ])('leaves out %s', (html) => {
    expect(urls(html)).toEqual([]);
  });

  it('reads every candidate of a srcset', () => {
    expect(urls('<source srcset="a.tif 1x, /b,c.tif 2.5x,\n d.tif 640w">')).toEqual([
      'http://host.test/dir/a.tif',
      'http://host.test/b,c.tif',
      'http://host.test/dir/d.tif',
    ]);
  });

  it('reads map images of a srcset, not others', () => {
    expect(urls('<img srcset="/wms?request=GetMap&service=WMS 1x, b.png 2x">')).toContain(
      'http://host.test/wms?request=GetMap&service=WMS',
    );
    expect(urls('<img srcset="a.png 1x, b.png 2x">')).toEqual([]);
  });

  it('keeps parameters that look like entities', () => {
    expect(urls('<a href="/wms?map=1&copy=2&section=3&lang=de">')).toEqual([
      'http://host.test/wms?map=1&copy=2&section=3&lang=de',
    ]);
  });

  it('marks rel=nofollow', () => {
    expect(read('<a rel="external NoFollow" href="a"><a rel="follow" href="b">').links.map((l) => l.nofollow)).toEqual([
      true,
      false,
    ]);
  });
});

describe('base', () => {
  it('applies to links before and after it, and the first one wins', () => {
    const page = read('<a href="a"><base href="/other/"><base href="/third/"><a href="b">');
    expect(page.links.map((link) => link.url)).toEqual(['http://host.test/other/a', 'http://host.test/other/b']);
    expect(page.baseUrl).toBe('http://host.test/other/');
  });

  it("is ignored if it isn't a web URL", () => {
    expect(read('<base href="javascript:x"><a href="a">').links[0]?.url).toBe('http://host.test/dir/a');
    expect(read('<base target=_top>').baseUrl).toBe('http://host.test/dir/page.html?x=1');
  });

  it('is ignored in a comment', () => {
    expect(read('<!-- <base href="/x/"> --><a href="a">').links[0]?.url).toBe('http://host.test/dir/a');
  });
});

describe('URLs elsewhere', () => {
  it.each([
    ['<div data-url="https://a.test/wms?">', ['attribute https://a.test/wms?']],
    ['<div data-service-url="/geoserver/wms">', ['attribute http://host.test/geoserver/wms']],
    ['<div data-toggle="/x">', []],
    ['<input value="http://a.test/ows">', ['attribute http://a.test/ows']],
    ['<geo-map src="http://a.test/ows">', ['attribute http://a.test/ows']],
    ['<p onclick="window.open(\'http://a.test/map\')">', ['attribute http://a.test/map']],
    [
      '<div data-c="{&quot;u&quot;:&quot;https:\\/\\/a.test\\/wms&quot;,&quot;v&quot;:&quot;http://b.test/&quot;}">',
      ['attribute https://a.test/wms', 'attribute http://b.test/'],
    ],
    ['<a href="http://a.test/1" data-url="http://b.test/2">', ['attribute http://b.test/2', 'link http://a.test/1']],
    ['<meta name="dc.source" content="http://a.test/x">', ['attribute http://a.test/x']],
    ['<!-- old: http://a.test/wms?map=1&amp;x=2 -->', ['comment http://a.test/wms?map=1&x=2']],
    ['<!--[if IE]><a href="http://a.test/ie">x</a><![endif]-->', ['comment http://a.test/ie']],
    [
      '<script>var u = "http://a.test/wms", v = http://b.test/, w=\'https:\\/\\/c.test\\/x\';</script>',
      ['script http://a.test/wms', 'script https://c.test/x'],
    ],
    [
      '<script type="application/ld+json">{"@context":"https://schema.org","url":"/d/1","x":[{"contentUrl":"http://a.test/d.zip"}]}</script>',
      ['json http://host.test/d/1', 'json http://a.test/d.zip'],
    ],
    ['<textarea>http://a.test/wms?a=1&amp;b=2</textarea>', ['text http://a.test/wms?a=1&b=2']],
  ])('%s', (html, expected) => {
    expect(found(html)).toEqual(expected);
  });

  it('has the property path as anchor of a URL in JSON', () => {
    const [, link] = read(
      '<script type="application/json">{"a":"x","b":[{},{"u":"http://a.test/"}],"c":"http://b.test/"}</script>',
    ).links;
    expect(link?.anchor).toBe('c');
  });
});

describe('URLs in prose', () => {
  it.each([
    ['See http://a.test/wms?x=1&amp;y=2.', 'http://a.test/wms?x=1&y=2'],
    ['(http://a.test/a_(b)), and', 'http://a.test/a_(b)'],
    ['[http://a.test/x]', 'http://a.test/x'],
    ['&lt;http://a.test/x&gt;', 'http://a.test/x'],
    ['"http://a.test/x"', 'http://a.test/x'],
    ['„http://a.test/x“', 'http://a.test/x'],
    ['http://a.test/x&nbsp;next', 'http://a.test/x'],
    ['http://a.test/lo<wbr>ng/pa<WBR/>th', 'http://a.test/long/path'],
    ['http://a.test/lo&shy;ng\u00adpath', 'http://a.test/longpath'],
    ['服务http://a.test/x的', 'http://a.test/x'],
    ['visit www.a.test/maps, please', 'http://www.a.test/maps'],
    [
      'use maps.a.test/cgi-bin/mapserv?map=x.map&amp;SERVICE=WMS&amp;VERSION=1.1.1 here',
      'http://maps.a.test/cgi-bin/mapserv?map=x.map&SERVICE=WMS&VERSION=1.1.1',
    ],
    ['http://[2001:db8::1]:8080/x', 'http://[2001:db8::1]:8080/x'],
    ['HTTPS://A.TEST/x', 'https://a.test/x'],
  ])('%s', (html, url) => {
    expect(found(`<p>${html}</p>`)).toEqual([`text ${url}`]);
  });

  it.each([
    'http://a.test/long...',
    'http://a.test/long…',
    'http://',
    'http:///x',
    'http://{s}.a.test/',
    'foo.www.',
    'Really?',
    'x/y?service=w',
    'a.b?service=wms',
  ])('is not sure about %s', (html) => {
    expect(found(`<p>${html}</p>`)).toEqual([]);
  });

  it('does not repeat the URL of its own link', () => {
    expect(
      urls('<a href="http://a.test/x">http://a.test/x</a> <a href="http://a.test/">http://a.test</a>'),
    ).toHaveLength(2);
  });
});

describe('words', () => {
  const page = read(
    '<title>T</title><p>one two three four five six seven eight nine ten eleven ' +
      '<a href="x">the <b>W</b>eb &amp; <i>map</i></a> twelve<br>13 14 15 16 17 18 19 20 21 22',
  );

  it('reads the anchor', () => {
    expect(page.links[0]?.anchor).toBe('the Web & map');
  });

  it('reads ten words on each side', () => {
    expect(page.links[0]?.window).toBe(
      'two three four five six seven eight nine ten eleven twelve 13 14 15 16 17 18 19 20 21',
    );
  });

  it.each([
    ['<a href=x><img src=i alt=" Land  cover "></a>', 'Land cover'],
    ['<a href=x title="T &amp; U"><img src=i></a>', 'T & U'],
    ['<a href=x title=T>words</a>', 'words'],
    ['<a href=x>unclosed <a href=y>next</a>', 'unclosed'],
    ['<area href=x alt="North">', 'North'],
    ['<iframe src=x title="Map viewer">', 'Map viewer'],
    ['<a href=x><script>var a = "<b>";</script>after</a>', 'after'],
  ])('%s', (html, anchor) => {
    expect(read(html).links[0]?.anchor).toBe(anchor);
  });

  it('keeps scripts, styles, comments and tags out of the window', () => {
    const filler = '<div class="long long long" title="a > b">'.repeat(30);
    const html = `before <script>if (a<b) "x";</script><!-- no --><style>p{}</style>${filler} <a href=x>y</a> after <b>z`;
    expect(read(html).links[0]?.window).toBe('before after z');
  });

  it('does not start a window inside a script', () => {
    const html = `<p>start</p><script>${'var x = "words";'.repeat(100)}</script><a href=x>y</a>`;
    expect(read(html).links[0]?.window).toBe('start');
  });
});

describe('the page', () => {
  const page = read(
    '<html lang="de-AT"><head><title> Karten &amp;\n Dienste </title><link rel=canonical href="/karten"></head>' +
      '<h1>Eins</h1><h2>Zwei <em>2</em></h2><h4>nicht</h4><h3></h3><p>Text<script>nein</script> hier</p>',
  );

  it('has title, headings, language, canonical URL and text', () => {
    expect(page.title).toBe('Karten & Dienste');
    expect(page.headings).toEqual(['Eins', 'Zwei 2']);
    expect(page.language).toBe('de-AT');
    expect(page.canonicalUrl).toBe('http://host.test/karten');
    expect(page.text()).toBe('Karten & Dienste Eins Zwei 2 nicht Text hier');
  });

  it('reads the language from the header, then from meta', () => {
    const meta = '<meta http-equiv="Content-Language" content="fr">';
    expect(read(meta).language).toBe('fr');
    expect(read(meta, { 'content-language': 'it, en' }).language).toBe('it');
    expect(read(`<html lang="en_GB">${meta}`, { 'content-language': 'it' }).language).toBe('en-GB');
    expect(read('<html lang="??">').language).toBeNull();
  });

  it('keeps at most fifty headings and 6,000 links', () => {
    const many = read('<h1>x</h1><a href="p">'.repeat(7_000));
    expect(many.headings).toHaveLength(50);
    expect(many.links).toHaveLength(6_000);
  });

  it('keeps at most a megabyte of text', () => {
    expect(read('word '.repeat(400_000)).text().length).toBeLessThanOrEqual(1_000_000);
  });

  it.each([
    ['<meta name=robots content="noindex">', {}, [false, true]],
    ['<meta name=ROBOTS content="NoFollow, noarchive">', {}, [true, false]],
    ['<meta name=robots content=none>', {}, [true, true]],
    ['<meta name=otherbot content=none>', {}, [false, false]],
    ['<meta name=geotrawl content=nofollow>', {}, [true, false]],
    ['', { 'x-robots-tag': 'otherbot: none' }, [false, false]],
    ['', { 'x-robots-tag': 'noindex, otherbot: nofollow' }, [false, true]],
    ['', { 'x-robots-tag': 'otherbot: noindex, geotrawl: nofollow' }, [true, false]],
    ['', { 'x-robots-tag': 'unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow' }, [true, false]],
  ])('reads robots rules: %s %j', (html, headers, [nofollow, noindex]) => {
    const rules = read(html, headers as Record<string, string>);
    expect([rules.nofollow, rules.noindex]).toEqual([nofollow, noindex]);
  });
});

describe('malformed pages', () => {
  it.each([
    ['unclosed tag before a link', '<p <a href="x">y</a>'],
    ['unclosed quote before a link', '<p class="a>text <a href="x">y</a>'],
    ['unclosed quote in the link', '<a href="x>y</a> <b class="z">'],
    ['unclosed quote to the end', "<a href='x>y</a> more"],
    ['duplicate attribute', '<a href="x" href="z">'],
    ['NUL bytes', '<p>\u0000<a href="x">\u0000</a>'],
    ['less-than in text', 'a < b <3 <a href="x">'],
    ['quotes in the other quotes', `<p title='"'><a title="it's" href="x">`],
    ['attribute without value', '<a download href="x">'],
    ['attribute without space', '<a class="b"href="x">'],
    ['slash in the tag', '<a/href="x"/>'],
    ['spaces around the equals sign', '<a href \n = \t "x" >'],
    ['greater-than in a value', '<p title="a > b"><a title=">" href="x">'],
    ['markup in a value', '<p title="<a href=\'z\'>"><a href="x">'],
    ['title without end', '<title>t<p><a href="x">'],
    ['comment that closes at once', '<!--><a href="x"><!-- -->'],
    ['comment with a bang', '<!-- z --!><a href="x">'],
    ['script with markup in it', '<script>"<a href=z>"</script><a href="x">'],
    ['script end in capitals', '<script>x</SCRIPT ><a href="x">'],
    ['bogus comment', '<!x <b> ><? y ?><a href="x">'],
    ['end tag with a space', '</ p><a href="x">'],
  ])('%s', (_, html) => {
    expect(urls(html)).toEqual(['http://host.test/dir/x']);
  });

  it.each([
    '<a href="x"',
    '<a href="x',
    '<a hre',
    '<a',
    '<',
    '<a href="x" class=',
    '<!-- <a href="x">',
    '<script><a href="x">',
  ])('reads nothing from a truncated tag: %s', (html) => {
    expect(urls(html)).toEqual([]);
  });

  it('never throws on tag soup', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '!',
        '--',
        '<a ',
        'href',
        '<!--',
        '-->',
        '<script',
        '</script>',
        '&',
        '&amp;',
        '#',
      ],
      ...[
        'http://',
        'www.',
        '?service=wms',
        'a.b/',
        ' ',
        '\n',
        '\u0000',
        '<wbr>',
        '<title>',
        '<base href=',
        '{',
        '\\/',
        '//',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const page = read(pieces.join(''));
        for (const link of page.links) expect(`${link.url}${link.anchor}${link.window}`).toMatch(/^https?:\/\//);
        expect(page.text() + page.title + page.headings.join('')).toBeTypeOf('string');
      }),
      { numRuns: 2_000 },
    );
  });
});
