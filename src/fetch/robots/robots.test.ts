// RFC 9309 as a table: a robots.txt, a product, a URL, and whether it may be fetched.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRobots } from './robots.ts';

interface Case {
  /** Section of RFC 9309, and the behaviour. */
  readonly name: string;
  readonly robots: string | readonly string[];
  readonly agent?: string;
  readonly allowed?: readonly string[];
  readonly refused?: readonly string[];
}

const cases: readonly Case[] = [
  // 2.1 and 2.2: the file and its lines
  { name: '2.1 an empty file allows', robots: '', allowed: ['/', '/a?b'] },
  { name: '2.1 a file of comments allows', robots: '# nothing\n#User-agent: *\n#Disallow: /', allowed: ['/a'] },
  { name: '2.2 keys in any case', robots: 'USER-AGENT: *\ndisALLOW: /a', refused: ['/a'] },
  {
    name: '2.2 spaces and tabs around key and value',
    robots: '  User-agent \t:\t * \n\tDisallow :   /a  ',
    refused: ['/a'],
    allowed: ['/b'],
  },
  { name: '2.2 no space after the colon', robots: 'User-agent:*\nDisallow:/a', refused: ['/a'] },
  { name: '2.2 LF line ends', robots: 'User-agent: *\nDisallow: /a\n', refused: ['/a'] },
  { name: '2.2 CR line ends', robots: 'User-agent: *\rDisallow: /a\r', refused: ['/a'] },
  { name: '2.2 CRLF line ends', robots: 'User-agent: *\r\nDisallow: /a\r\n', refused: ['/a'] },
  { name: '2.2 no line end at the end', robots: 'User-agent: *\nDisallow: /a', refused: ['/a'] },
  {
    name: '2.2 a comment after a rule',
    robots: 'User-agent: * # all\nDisallow: /a # not this',
    refused: ['/a'],
    allowed: ['/b'],
  },
  { name: '2.2 a comment line inside a group', robots: 'User-agent: *\n# why\nDisallow: /a', refused: ['/a'] },
  {
    name: '2.2 blank lines do not end a group',
    robots: 'User-agent: *\n\n\nDisallow: /a\n\nDisallow: /b',
    refused: ['/a', '/b'],
  },
  {
    name: '2.2 rules before any user-agent apply to no one',
    robots: 'Disallow: /\nUser-agent: other\nDisallow: /a',
    allowed: ['/', '/a'],
  },
  {
    name: '2.2 a line without colon is skipped',
    robots: 'User-agent: *\nDisallow /b\nDisallow: /a',
    refused: ['/a'],
    allowed: ['/b'],
  },
  {
    name: '2.2 an unknown key is skipped',
    robots: 'User-agent: *\nNoindex: /b\nDisallow: /a',
    refused: ['/a'],
    allowed: ['/b'],
  },
  { name: '2.3 a byte order mark before the first line', robots: '\ufeffUser-agent: *\nDisallow: /a', refused: ['/a'] },

  // 2.2.1: the user-agent line
  { name: '2.2.1 the product token matches', robots: 'User-agent: Geotrawl\nDisallow: /a', refused: ['/a'] },
  { name: '2.2.1 in any case', robots: 'User-agent: GEOtrawl\nDisallow: /a', refused: ['/a'] },
  {
    name: '2.2.1 matched in any case',
    robots: 'User-agent: geotrawl\nDisallow: /a',
    agent: 'GEOTRAWL',
    refused: ['/a'],
  },
  { name: '2.2.1 another token does not', robots: 'User-agent: otherbot\nDisallow: /', allowed: ['/a'] },
  { name: '2.2.1 a longer token is another', robots: 'User-agent: geotrawl-images\nDisallow: /', allowed: ['/a'] },
  { name: '2.2.1 a token with a digit more is another', robots: 'User-agent: geotrawl2\nDisallow: /', allowed: ['/a'] },
  { name: '2.2.1 a shorter token is another', robots: 'User-agent: geo\nDisallow: /', allowed: ['/a'] },
  {
    name: '2.2.1 a version after the token does not count',
    robots: 'User-agent: Geotrawl/0.1\nDisallow: /a',
    refused: ['/a'],
  },
  {
    name: '2.2.1 words after the token do not count',
    robots: 'User-agent: Geotrawl the crawler\nDisallow: /a',
    refused: ['/a'],
  },
  {
    name: '2.2.1 the own group replaces the one for all',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: geotrawl\nDisallow: /a',
    refused: ['/a'],
    allowed: ['/b'],
  },
  {
    name: '2.2.1 whatever the order',
    robots: 'User-agent: geotrawl\nDisallow: /a\n\nUser-agent: *\nDisallow: /',
    refused: ['/a'],
    allowed: ['/b'],
  },
  {
    name: '2.2.1 no own group: the one for all',
    robots: 'User-agent: other\nDisallow: /b\n\nUser-agent: *\nDisallow: /a',
    refused: ['/a'],
    allowed: ['/b'],
  },
  { name: '2.2.1 neither: all is allowed', robots: 'User-agent: other\nDisallow: /', allowed: ['/a'] },
  {
    name: '2.2.1 two own groups are one',
    robots:
      'User-agent: geotrawl\nDisallow: /a\n\nUser-agent: other\nDisallow: /\n\nUser-agent: geotrawl\nDisallow: /b',
    refused: ['/a', '/b'],
    allowed: ['/c'],
  },
  {
    name: '2.2.1 two groups for all are one',
    robots: 'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b',
    refused: ['/a', '/b'],
  },
  {
    name: '2.2.1 several agents share a group',
    robots: 'User-agent: other\nUser-agent: geotrawl\nDisallow: /a',
    refused: ['/a'],
  },
  {
    name: '2.2.1 an agent after a rule opens a new group',
    robots: 'User-agent: geotrawl\nDisallow: /a\nUser-agent: other\nDisallow: /b',
    refused: ['/a'],
    allowed: ['/b'],
  },
  {
    name: '2.2.1 an own group without rules allows all',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: geotrawl\n',
    allowed: ['/a'],
  },
  { name: '2.2.1 an empty token matches no one', robots: 'User-agent:\nDisallow: /', allowed: ['/a'] },

  // 2.2.2: allow and disallow
  {
    name: '2.2.2 a rule is a prefix',
    robots: 'User-agent: *\nDisallow: /fish',
    refused: ['/fish', '/fish.html', '/fish/x', '/fishheads', '/fish?x'],
    allowed: ['/Fish', '/catfish', '/?id=fish', '/'],
  },
  {
    name: '2.2.2 a folder',
    robots: 'User-agent: *\nDisallow: /fish/',
    refused: ['/fish/', '/fish/x?y'],
    allowed: ['/fish', '/fish.html'],
  },
  { name: '2.2.2 everything', robots: 'User-agent: *\nDisallow: /', refused: ['/', '/a', '/a?b', '/?'] },
  { name: '2.2.2 an empty disallow forbids nothing', robots: 'User-agent: *\nDisallow:', allowed: ['/', '/a'] },
  { name: '2.2.2 an empty allow changes nothing', robots: 'User-agent: *\nAllow:\nDisallow: /a', refused: ['/a'] },
  {
    name: '2.2.2 the longest match wins: allow',
    robots: 'User-agent: *\nDisallow: /a\nAllow: /a/b',
    refused: ['/a', '/a/c'],
    allowed: ['/a/b', '/a/b/c'],
  },
  {
    name: '2.2.2 the longest match wins: disallow',
    robots: 'User-agent: *\nAllow: /a\nDisallow: /a/b',
    refused: ['/a/b'],
    allowed: ['/a/c'],
  },
  {
    name: '2.2.2 the order does not matter',
    robots: 'User-agent: *\nAllow: /a/b\nDisallow: /a',
    refused: ['/a'],
    allowed: ['/a/b'],
  },
  { name: '2.2.2 a tie allows', robots: 'User-agent: *\nDisallow: /a\nAllow: /a', allowed: ['/a'] },
  {
    name: '2.2.2 a tie allows, the other way round',
    robots: 'User-agent: *\nAllow: /a\nDisallow: /a',
    allowed: ['/a'],
  },
  {
    name: '2.2.2 merged groups compare together',
    robots: 'User-agent: *\nDisallow: /a\n\nUser-agent: *\nAllow: /a/b',
    refused: ['/a'],
    allowed: ['/a/b'],
  },
  { name: '2.2.2 paths are case-sensitive', robots: 'User-agent: *\nDisallow: /A', refused: ['/A'], allowed: ['/a'] },
  {
    name: '2.2.2 the query counts',
    robots: 'User-agent: *\nDisallow: /wms?request=GetMap',
    refused: ['/wms?request=GetMap&x=1'],
    allowed: ['/wms', '/wms?request=GetCapabilities'],
  },
  { name: '2.2.2 a rule without slash matches no path', robots: 'User-agent: *\nDisallow: a', allowed: ['/a'] },
  {
    name: '2.2.2 robots.txt itself is always allowed',
    robots: 'User-agent: *\nDisallow: /',
    allowed: ['/robots.txt'],
    refused: ['/robots.txt.bak'],
  },
  { name: '2.2.2 the fragment does not count', robots: 'User-agent: *\nDisallow: /a$', refused: ['/a#b'] },

  // 2.2.2: percent-encoding, the table of the RFC and around it
  {
    name: '2.2.2 table row 1: as it stands',
    robots: 'User-agent: *\nDisallow: /foo/bar?baz=quz',
    refused: ['/foo/bar?baz=quz'],
  },
  {
    name: '2.2.2 table row 2: reserved in the query, rule bare',
    robots: 'User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar',
    refused: ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
  },
  {
    name: '2.2.2 table row 2: reserved in the query, rule encoded',
    robots: 'User-agent: *\nDisallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar',
    refused: ['/foo/bar?baz=https://foo.bar'],
  },
  {
    name: '2.2.2 table row 3: not ASCII, rule bare',
    robots: 'User-agent: *\nDisallow: /foo/bar/ツ',
    refused: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  },
  {
    name: '2.2.2 table row 4: not ASCII, rule encoded',
    robots: 'User-agent: *\nDisallow: /foo/bar/%E3%83%84',
    refused: ['/foo/bar/ツ'],
  },
  {
    name: '2.2.2 table row 5: unreserved encoded for nothing',
    robots: 'User-agent: *\nDisallow: /foo/bar/%62%61%7A',
    refused: ['/foo/bar/baz', '/foo/bar/%62az'],
  },
  {
    name: '2.2.2 the case of hex digits does not matter',
    robots: 'User-agent: *\nDisallow: /%c3%b6',
    refused: ['/ö', '/%C3%B6'],
  },
  {
    name: '2.2.2 an encoded slash in a path is data',
    robots: 'User-agent: *\nDisallow: /a/b',
    refused: ['/a/b'],
    allowed: ['/a%2Fb'],
  },
  {
    name: '2.2.2 an encoded ampersand is data',
    robots: 'User-agent: *\nDisallow: /?a=1&b',
    refused: ['/?a=1&b'],
    allowed: ['/?a=1%26b'],
  },
  {
    name: '2.2.2 an encoded percent sign is not decoded twice',
    robots: 'User-agent: *\nDisallow: /%2541',
    refused: ['/%2541'],
    allowed: ['/A', '/%41'],
  },
  {
    name: '2.2.2 a stray percent sign is itself',
    robots: 'User-agent: *\nDisallow: /100%',
    refused: ['/100%', '/100%zz'],
  },

  // 2.2.3: special characters
  {
    name: '2.2.3 * is any run of characters',
    robots: 'User-agent: *\nDisallow: /a*b',
    refused: ['/ab', '/axb', '/a/x/y/b', '/a?b', '/axbx'],
    allowed: ['/a', '/b'],
  },
  {
    name: '2.2.3 * at the end changes nothing',
    robots: 'User-agent: *\nDisallow: /fish*',
    refused: ['/fish', '/fishes'],
    allowed: ['/fis'],
  },
  {
    name: '2.2.3 * at the start',
    robots: 'User-agent: *\nDisallow: *.php',
    refused: ['/a.php', '/a/b.php?c'],
    allowed: ['/a.html'],
  },
  {
    name: '2.2.3 $ is the end',
    robots: 'User-agent: *\nDisallow: /*.php$',
    refused: ['/a.php', '/a/b.php'],
    allowed: ['/a.php?b', '/a.php5', '/a.php/'],
  },
  {
    name: '2.2.3 $ alone after a path',
    robots: 'User-agent: *\nDisallow: /\nAllow: /$',
    allowed: ['/'],
    refused: ['/a'],
  },
  {
    name: '2.2.3 $ inside is itself',
    robots: 'User-agent: *\nDisallow: /a$b',
    refused: ['/a$b', '/a%24b'],
    allowed: ['/a'],
  },
  {
    name: '2.2.3 %2A is an asterisk',
    robots: 'User-agent: *\nDisallow: /a%2Ab',
    refused: ['/a*b', '/a%2Ab'],
    allowed: ['/axb'],
  },
  {
    name: '2.2.3 %24 is a dollar sign',
    robots: 'User-agent: *\nDisallow: /a%24',
    refused: ['/a$', '/a$b'],
    allowed: ['/a'],
  },
  { name: '2.2.3 ** is *', robots: 'User-agent: *\nDisallow: /a**b', refused: ['/ab', '/axb'], allowed: ['/a'] },
  {
    name: '2.2.3 the pieces keep their order',
    robots: 'User-agent: *\nDisallow: /*a*b*c$',
    refused: ['/abc', '/xaxbxc', '/abcabc'],
    allowed: ['/acb', '/abcx'],
  },
  {
    name: '2.2.3 the end is looked for at the end',
    robots: 'User-agent: *\nDisallow: /*ab$',
    refused: ['/abab', '/ab'],
    allowed: ['/aba'],
  },
  {
    name: '2.2.3 pieces do not overlap',
    robots: 'User-agent: *\nDisallow: /aba*ba$',
    refused: ['/ababa'],
    allowed: ['/aba'],
  },
  {
    name: '2.2.3 a wildcard reaches into the query',
    robots: 'User-agent: *\nDisallow: /*/print/',
    refused: ['/x/print/', '/view?path=/print/'],
    allowed: ['/print'],
  },
  { name: '2.2.3 wildcards count as octets', robots: 'User-agent: *\nAllow: /p\nDisallow: /*.ph', refused: ['/p.ph'] },

  // 2.2.4: other records
  {
    name: '2.2.4 a sitemap line does not end a group',
    robots: 'User-agent: *\nSitemap: https://example.org/s.xml\nDisallow: /a',
    refused: ['/a'],
  },
  {
    name: '2.2.4 nor part the agents of one',
    robots: 'User-agent: geotrawl\nSitemap: https://example.org/s.xml\nUser-agent: other\nDisallow: /a',
    refused: ['/a'],
  },
  {
    name: '2.2.4 nor does a crawl delay',
    robots: 'User-agent: geotrawl\nCrawl-delay: 5\nUser-agent: other\nDisallow: /a',
    refused: ['/a'],
  },

  // 2.3 and 2.5: what is served in its place
  { name: '2.3 an HTML page has no rules', robots: '<!doctype html><p>User-agent: *\nDisallow: /', allowed: ['/a'] },
  {
    name: '2.3 an XML document has no rules',
    robots: '\n <?xml version="1.0"?>\nUser-agent: *\nDisallow: /',
    allowed: ['/a'],
  },
  { name: '2.3 binary noise has no rules', robots: '\u0000\u0001:\ufffd\n:::\n:', allowed: ['/a'] },
  {
    name: '2.5 a rule at 500 KiB counts',
    robots: ['User-agent: *', `#${'x'.repeat(500 * 1024 - 40)}`, 'Disallow: /a'],
    refused: ['/a'],
  },
  {
    name: '5.1 the example of the RFC',
    robots: [
      'User-Agent: *',
      'Disallow: *.gif$',
      'Disallow: /example/',
      'Allow: /publications/',
      '',
      'User-Agent: foobot',
      'Disallow:/',
      'Allow:/example/page.html',
      'Allow:/example/allowed.gif',
      '',
      'User-Agent: barbot',
      'User-Agent: bazbot',
      'Disallow: /example/page.html',
      '',
      'User-Agent: quxbot',
    ],
    agent: 'foobot',
    refused: ['/example/', '/x'],
    allowed: ['/example/page.html', '/example/allowed.gif'],
  },
  {
    name: '5.2 the longest match of the RFC',
    robots: ['User-Agent: foobot', 'Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'],
    agent: 'foobot',
    allowed: ['/example/page/'],
    refused: ['/example/page/disallowed.gif'],
  },
];

describe('RFC 9309', () => {
  it.each(cases)('$name', ({ robots, agent = 'Geotrawl', allowed = [], refused = [] }) => {
    const rules = parseRobots(typeof robots === 'string' ? robots : robots.join('\n'));
    const verdict = (path: string) => rules.allows(`https://example.org${path}`, agent);
    expect(Object.fromEntries(allowed.map((path) => [path, verdict(path)]))).toEqual(
      Object.fromEntries(allowed.map((path) => [path, true])),
    );
    expect(Object.fromEntries(refused.map((path) => [path, verdict(path)]))).toEqual(
      Object.fromEntries(refused.map((path) => [path, false])),
    );
  });

  it('has at least 60 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });
});

describe('Crawl-delay', () => {
  it.each([
    ['5', 5000],
    ['0.5', 500],
    ['0,5', 500],
    ['0', 0],
    ['86400', 300_000],
    ['-1', null],
    ['soon', null],
    ['', null],
  ])('%s is %s ms', (value, delayMs) => {
    expect(parseRobots(`User-agent: *\nCrawl-delay: ${value}`).crawlDelayMs('Geotrawl')).toBe(delayMs);
  });

  it('is that of the matching group, if there is one', () => {
    const rules = parseRobots('User-agent: *\nCrawl-delay: 9\n\nUser-agent: geotrawl\nDisallow: /a');
    expect(rules.crawlDelayMs('Geotrawl')).toBeNull();
    expect(rules.crawlDelayMs('other')).toBe(9000);
  });

  it('is the longest of several', () => {
    expect(parseRobots('User-agent: *\nCrawl-delay: 3\nCrawl-delay: 1').crawlDelayMs('Geotrawl')).toBe(3000);
  });
});

describe('Sitemap', () => {
  it('lines count anywhere in the file if they are URLs', () => {
    const text =
      'Sitemap: https://a.org/1.xml\nUser-agent: x\nsitemap:http://a.org/2.xml\nSitemap: /3.xml\nSitemap: ftp://a.org/4';
    expect(parseRobots(text).sitemaps).toEqual(['https://a.org/1.xml', 'http://a.org/2.xml']);
  });
});

describe('hostile files', () => {
  it('many wildcards in a row do not blow up', () => {
    const rules = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(50_000)}$\nDisallow: /${'*'.repeat(100_000)}x`);
    expect(rules.allows(`https://example.org/${'a'.repeat(2000)}`, 'Geotrawl')).toBe(true);
  });

  it('forty thousand rules are matched in sequence', () => {
    const rules = parseRobots(`User-agent: *\n${'Disallow:/*a*bc\n'.repeat(30_000)}`);
    expect(rules.allows(`https://example.org/${'a'.repeat(2000)}`, 'Geotrawl')).toBe(true);
  });

  it('any text is parsed', () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(
          fc.constantFrom('User-agent', 'Disallow', 'Allow', 'Crawl-delay', 'Sitemap'),
          fc.string({ unit: 'binary' }),
        )
        .map(([key, value]) => `${key}: ${value}`),
    );
    fc.assert(
      fc.property(fc.array(line), fc.webUrl({ withQueryParameters: true }), (lines, url) => {
        const rules = parseRobots(lines.join('\n'));
        expect(typeof rules.allows(url, 'Geotrawl')).toBe('boolean');
        rules.crawlDelayMs('Geotrawl');
      }),
    );
  });

  it('a pattern matches as its backtracking definition does', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/'), maxLength: 7 });
    fc.assert(
      fc.property(
        piece,
        fc.boolean(),
        fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 }),
        (pattern, ends, path) => {
          const rules = parseRobots(`User-agent: *\nDisallow: /${pattern}${ends ? '$' : ''}`);
          const expected = matchesSlowly(`/${pattern}`, `/${path}`, ends);
          expect(rules.allows(`https://example.org/${path}`, 'x')).toBe(!expected);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** The plain meaning of `*` and `$`, exponential and obviously right. */
function matchesSlowly(pattern: string, path: string, ends: boolean): boolean {
  if (pattern === '') return !ends || path === '';
  if (pattern.startsWith('*')) {
    return matchesSlowly(pattern.slice(1), path, ends) || (path !== '' && matchesSlowly(pattern, path.slice(1), ends));
  }
  return path !== '' && path[0] === pattern[0] && matchesSlowly(pattern.slice(1), path.slice(1), ends);
}
