// XML as found on the web, and how the reader handles it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, readXml, readXmlRoot, type XmlElement } from './xml.ts';

interface Reading {
  readonly events: string[];
  readonly problems: string[];
  readonly elements: XmlElement[];
}

/** Events as text: '<a', 'words', '>a'. */
function read(source: string | Uint8Array, charset = 'utf-8'): Reading {
  const events: string[] = [];
  const elements: XmlElement[] = [];
  let text = '';
  const flush = () => {
    if (text.trim() !== '') events.push(text.trim());
    text = '';
  };
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const problems = readXml(
    { bytes, charset, partial: null },
    {
      open: (element) => {
        flush();
        elements.push(element);
        events.push(`<${element.name}`);
      },
      text: (piece) => {
        text += piece;
      },
      close: (name) => {
        flush();
        events.push(`>${name}`);
      },
    },
  );
  return { events, elements, problems: problems.map(({ code }) => code) };
}

const plain = ['<r', '<a', 'one', '>a', '<b', '>b', '>r'];

describe('readXml on well-formed documents', () => {
  it('reports elements and text in order', () => {
    expect(read('<?xml version="1.0"?><r><a>one</a><b/></r>')).toMatchObject({ events: plain, problems: [] });
  });

  it('reads single quotes, comments, CDATA and character references', () => {
    const { events, elements, problems } = read(
      `<r a='x "y"'><!-- <no> --><a><![CDATA[<b>&]]> &lt;&#233;&#x41;</a></r>`,
    );
    expect(events).toEqual(['<r', '<a', '<b>& <éA', '>a', '>r']);
    expect(elements[0]?.attributes.get('a')).toBe('x "y"');
    expect(problems).toEqual([]);
  });

  it('resolves namespaces, also if they are redeclared', () => {
    const { elements } = read('<p:r xmlns:p="u:1" xmlns="u:2"><a xmlns=""/><b/><p:c xmlns:p="u:3"/><p:d/><q:e/></p:r>');
    expect(elements.map(({ name, namespace }) => [name, namespace])).toEqual([
      ['r', 'u:1'],
      ['a', null],
      ['b', 'u:2'],
      ['c', 'u:3'],
      ['d', 'u:1'],
      ['e', null],
    ]);
  });

  it('finds attributes by local name', () => {
    const [root] = read('<r xlink:href="h" href2="x" xmlns:type="no"/>').elements;
    expect(attribute(root!, 'href')).toBe('h');
    expect(attribute(root!, 'type')).toBeNull();
  });

  it('reads the same for any chunking of the bytes', () => {
    const filler = 'é'.repeat(700);
    const text = `<r><!--${filler}--><a k="${filler}">${filler}&amp;${filler}</a><![CDATA[${filler}]]></r>`;
    const shifted = Array.from({ length: 8 }, (_, shift) => read(`${' '.repeat(shift)}${text}`).events);
    for (const events of shifted) expect(events).toEqual(shifted[0]);
    expect(shifted[0]?.[2]).toBe(`${filler}&${filler}`);
  });
});

describe('readXml on encodings', () => {
  it('skips a byte order mark', () => {
    expect(read('\ufeff<r><a>one</a><b/></r>')).toMatchObject({ events: plain, problems: [] });
  });

  it('reads UTF-16 and windows-1252', () => {
    expect(read(Buffer.from('\ufeff<r>é</r>', 'utf16le'), 'utf-16le').events).toEqual(['<r', 'é', '>r']);
    expect(read(Buffer.from('<r>é</r>', 'latin1'), 'windows-1252').events).toEqual(['<r', 'é', '>r']);
  });
});

describe('readXml on text around a document', () => {
  it('accepts blank lines before the declaration', () => {
    expect(read('\n\n<?xml version="1.0"?><r/>')).toMatchObject({ events: ['<r', '>r'], problems: ['xml.malformed'] });
  });

  it('skips a PHP warning before and a script after', () => {
    const warning = '<br />\n<b>Warning</b>: Undefined index in <b>/w/x.php</b> on line <b>3</b><br />\n';
    const { events, problems } = read(`${warning}<?xml version="1.0"?><r><a>one</a><b/></r>\nDone. <p>x</p>`);
    expect(events).toEqual(plain);
    expect(problems).toEqual(['xml.malformed', 'xml.text-outside']);
  });

  it('restarts at the declaration after unclosed HTML', () => {
    expect(read('<font><table><tr>oops<?xml version="1.0"?><r/>').events).toEqual(['<r', '>r']);
  });

  it('ignores a document inside a page', () => {
    expect(read('<html><script>var x = \'<?xml version="1.0"?><r/>\';</script></html>').events[0]).toBe('<html');
  });

  it('skips DOCTYPE with an internal subset and expands nothing it declares', () => {
    const doctype = `<!DOCTYPE r SYSTEM "http://example.org/x.dtd" [ <!-- it's > here --> <!ELEMENT r ANY>
      <!ENTITY e "boo"> <!ENTITY x SYSTEM "file:///etc/passwd"> ]>`;
    const { events, problems } = read(`${doctype}<r>&e;&x;</r>`);
    expect(events).toEqual(['<r', '&e;&x;', '>r']);
    expect(problems).toContain('xml.entity-declared');
  });

  it('resists a billion laughs', () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    expect(read(`<!DOCTYPE r [<!ENTITY l0 "lol">${laughs}]><r>&l9;</r>`).events).toEqual(['<r', '&l9;', '>r']);
  });
});

describe('readXml on malformed documents', () => {
  const cases: readonly (readonly [name: string, source: string, events: readonly string[]])[] = [
    ['raw ampersands', '<r a="x&y">B&B & more</r>', ['<r', 'B&B & more', '>r']],
    ['HTML entities', '<r>a&nbsp;b &copy; &uuml;</r>', ['<r', 'a\u00a0b © ü', '>r']],
    [
      'unclosed <br> and <p>',
      '<r><a>x<br>y<p>z</a><b/></r>',
      ['<r', '<a', 'x', '<br', '>br', 'y', '<p', 'z', '>p', '>a', '<b', '>b', '>r'],
    ],
    ['stray HTML end tags', '<r><a>x</b>y</a></r>', ['<r', '<a', 'xy', '>a', '>r']],
    ['a misspelled end tag', '<r><a>one</aa><b/></r>', plain],
    ['an end tag in another case', '<r><a>one</A><b/></r>', plain],
    ['crossed end tags', '<r><a><i>x</a></i></r>', ['<r', '<a', '<i', 'x', '>i', '>a', '>r']],
    ['unquoted and empty attributes', '<r a=1 b c="2"/>', ['<r', '>r']],
    ['a forgotten closing quote', '<r><a k="v>one</a><b k=""/></r>', plain],
    ['a tag that runs into the next', '<r><a<b/></r>', ['<r', '<a', '<b', '>b', '>a', '>r']],
    ['less-than signs in text', '<r>1 < 2 <3</r>', ['<r', '1 < 2 <3', '>r']],
    ['a declaration without its question mark', '<?xml version="1.0"><r/>', ['<r', '>r']],
  ];
  it.each(cases)('reads %s', (_name, source, events) => {
    expect(read(source).events).toEqual(events);
  });

  it('reports that they are malformed', () => {
    expect(read('<r>B&B</r>').problems).toEqual(['xml.malformed']);
    expect(read('<r><a></r>').problems).toEqual(['xml.malformed']);
  });

  it('keeps the values of odd attributes', () => {
    const [root] = read('<r a=1 b c=\'x\' d="1"d="2" href=http://e.org/x/>').elements;
    expect(Object.fromEntries(root!.attributes)).toEqual({ a: '1', b: '', c: 'x', d: '1', href: 'http://e.org/x' });
  });

  it('keeps what is complete of a truncated document', () => {
    const { events, problems } = read('<r><a>one</a><b>tw');
    expect(events).toEqual(['<r', '<a', 'one', '>a', '<b']);
    expect(problems).toEqual(['xml.truncated']);
    expect(read('<r><a>one</a><b k="').events).toEqual(['<r', '<a', 'one', '>a']);
  });

  it('stops reporting at 256 levels and recovers after them', () => {
    const { elements, events, problems } = read(`<r>${'<d>'.repeat(400)}x${'</d>'.repeat(400)}<a/></r>`);
    expect(elements).toHaveLength(257);
    expect(events.slice(-3)).toEqual(['<a', '>a', '>r']);
    expect(problems).toEqual(['xml.too-deep']);
  });

  it('passes a text of 10 MB on in chunks', () => {
    let length = 0;
    let longest = 0;
    const bytes = Buffer.from(`<r>${'word '.repeat(2_000_000)}</r>`);
    const text = (piece: string) => {
      length += piece.length;
      longest = Math.max(longest, piece.length);
    };
    readXml({ bytes, charset: 'utf-8', partial: null }, { open: () => undefined, text });
    expect(length).toBe(10_000_000);
    expect(longest).toBeLessThanOrEqual(65_548);
  });
});

describe('readXml on hostile documents', () => {
  // Each of these took minutes in a reader that looks at its input again and again.
  const million = 1_000_000;
  const cases: readonly (readonly [name: string, source: string])[] = [
    ['less-than signs', '<'.repeat(million)],
    ['unclosed end tags', `<r>${'</a'.repeat(million / 2)}`],
    ['unclosed quotes', '<a b="'.repeat(million / 4)],
    ['alternating quotes', `<a b="'>`.repeat(million / 8)],
    ['unclosed instructions', '<?a>'.repeat(million / 4)],
    ['deep nesting and stray end tags', `${'<a>'.repeat(100_000)}${'</b>'.repeat(million / 4)}`],
    ['a tag of slashes', `<a${'/'.repeat(million)}`],
    [
      'namespaces on a wide root',
      `<r ${Array.from({ length: 900 }, (_, n) => `xmlns:p${n}="u"`).join(' ')}>${'<p1:a/>'.repeat(100_000)}`,
    ],
  ];
  it.each(cases)('finishes with %s', (_name, source) => {
    read(source);
    readXmlRoot({ bytes: Buffer.from(source), charset: 'utf-8', partial: null });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '<a',
      '<b ',
      'x="',
      "'",
      '=',
      '&',
      ';',
      '&#x',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE',
      '[',
      ']',
      '<?xml ',
      '?>',
      'text',
      ' ',
      '\u0000',
      'é',
      '<br>',
      '</a>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void read(pieces.join(''))),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(bytes)),
      { numRuns: 1000 },
    );
  });
});

describe('readXmlRoot', () => {
  it('returns the document element and the comments before it', () => {
    const bytes = Buffer.from('<?xml version="1.0"?><!-- MapServer version 8.0.0 --><w:R xmlns:w="u" version="1"><x/>');
    const root = readXmlRoot({ bytes, charset: 'utf-8', partial: null });
    expect(root).toMatchObject({ name: 'R', namespace: 'u' });
    expect(root?.comments).toContain('MapServer version 8.0.0');
  });

  it('is null for other formats', () => {
    for (const text of ['', '{"a": 1}', 'plain words', '%PDF-1.4 <']) {
      expect(readXmlRoot({ bytes: Buffer.from(text), charset: 'utf-8', partial: null })).toBeNull();
    }
  });
});
