// Edge cases 29 to 36: XML that is encoded oddly, broken, cut short, hostile or huge.
import { describe, expect, it } from 'vitest';
import { ask } from './asking.ts';
import { kindsIn, read } from './reading.ts';
import { oneLayer, wmsText } from './wms-text.ts';

const url = 'http://found.example.net/wms';

describe('29. Byte order marks, UTF-16, blank lines before the declaration', () => {
  const text = wmsText({ service: '<Title>Gewässer für alle</Title>' });
  const undeclared = text.replace(/^<\?xml.*\?>\n/, '');
  const utf16 = (big: boolean) => {
    const bytes = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    return big ? bytes.swap16() : bytes;
  };
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-8 with a mark and no declaration', Buffer.from(`\ufeff${undeclared}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
    ['blank lines first', Buffer.from(`\r\n\n  ${text}`)],
    ['a mark behind blank lines', Buffer.from(`\n\ufeff${text}`)],
  ])('%s', (_what, bytes) => {
    const { identity, description } = read(bytes, url);
    expect([identity.kind, description.title, description.layerCount]).toEqual(['wms', 'Gewässer für alle', 1]);
  });
});

describe('30. Header, declaration and bytes that disagree', () => {
  const title = 'Gewässer © Amt';
  const text = (encoding: string) =>
    wmsText({
      service: `<Title>${title}</Title>`,
      declaration: encoding === '' ? '' : `<?xml version="1.0" encoding="${encoding}"?>`,
    });
  const utf8 = (encoding: string) => Buffer.from(text(encoding));
  const latin1 = (encoding: string) => Buffer.from(text(encoding), 'latin1');
  it.each([
    ['UTF-8 declared as ISO-8859-1', utf8('ISO-8859-1'), 'text/xml'],
    ['UTF-8 under a header of ISO-8859-1', utf8('UTF-8'), 'text/xml; charset=ISO-8859-1'],
    ['UTF-8 with header and declaration both wrong', utf8('ISO-8859-1'), 'text/xml; charset=windows-1250'],
    ['ISO-8859-1 declared as UTF-8', latin1('UTF-8'), 'text/xml'],
    ['ISO-8859-1 declared, header UTF-8', latin1('ISO-8859-1'), 'text/xml; charset=UTF-8'],
    ['ISO-8859-1 by its header only', latin1(''), 'text/xml; charset=ISO-8859-1'],
    ['windows-1252 that nobody tells', latin1(''), 'text/xml'],
  ])('%s', (_what, bytes, type) => {
    const { description } = read(bytes, { url, headers: { 'content-type': type } });
    expect(description.title).toBe(title);
  });

  it('is told', () => {
    const headers = { 'content-type': 'text/xml; charset=ISO-8859-1' };
    expect(read(utf8('UTF-8'), { url, headers }).codes).toContain('body.charset-conflict');
  });
});

describe('31. Markup that is not well-formed', () => {
  it.each([
    ['a raw ampersand', 'Land & Water', 'Land & Water'],
    ['an unclosed <br>', 'Land<br>and Water', 'Land and Water'],
    ['&nbsp; undeclared', 'Land&nbsp;and&nbsp;Water', 'Land and Water'],
    ['control characters', 'Land\u0001 and\u000b Water', 'Land and Water'],
    ['HTML that is not escaped', '<p>Land <b>and</b> <a href="x">Water</a></p>', 'Land and Water'],
  ])('%s: the text and the layers stay', (_what, written, expected) => {
    const text = wmsText({ service: `<Title>T</Title><Abstract>${written}</Abstract>` });
    const { description } = read(text, url);
    expect(description.abstract.replace(/\s+/g, ' ')).toBe(expected);
    expect(description.layers.map(({ name }) => name)).toEqual(['rivers']);
  });

  it('is told', () => {
    const text = wmsText({ service: '<Title>Land & Water</Title>' });
    expect(read(text, url).codes).toContain('xml.malformed');
  });
});

describe('32. Text before and after the document', () => {
  const warning = '<br />\n<b>Warning</b>: mysql_connect() in <b>/var/www/wms.php</b> on line <b>7</b><br />\n';
  it.each([
    ['a notice before', `Notice: undefined index\n${wmsText()}`],
    ['HTML of PHP before', warning + wmsText()],
    ['text after', `${wmsText()}\nexecuted in 0.2 s`],
    ['HTML after', `${wmsText()}<!-- cached --><script>track()</script>`],
  ])('%s', (_what, text) => {
    const { identity, layers, codes } = read(text, url);
    expect([identity.kind, layers.length, codes.includes('xml.text-outside')]).toEqual(['wms', 1, true]);
  });
});

describe('33. Documents that are cut', () => {
  const layer = (n: number) => `<Layer><Name>l${n}</Name><Title>Layer ${n}</Title></Layer>`;
  const whole = wmsText({ layers: `<Layer><Title>All</Title>${[0, 1, 2, 3].map(layer).join('')}</Layer>` });
  it.each([
    ['between layers', '<Layer><Name>l3', ['l0', 'l1', 'l2']],
    ['inside a tag', 'ayer><Name>l3', ['l0', 'l1', 'l2']],
    ['inside a title', 'er 2</Title>', ['l0', 'l1', 'l2']],
  ])('%s', (_what, at, names) => {
    const { layers, codes } = read(whole.slice(0, whole.indexOf(at)), url);
    expect(layers.map(({ name }) => name).filter((name) => name !== null)).toEqual(names);
    expect(codes).toContain('xml.truncated');
  });
});

describe('34. DOCTYPE and entities', () => {
  const withDoctype = (doctype: string, title: string) =>
    wmsText({
      version: '1.1.1',
      declaration: `<?xml version="1.0"?>${doctype}`,
      service: `<Title>${title}</Title>`,
    });
  it('a DTD is not fetched, nor an entity from elsewhere', async () => {
    const { found, requested } = await ask('/wms', (_path, { headers }) => {
      const at = `http://${headers.host}`;
      const doctype = `<!DOCTYPE WMT_MS_Capabilities SYSTEM "${at}/schema.dtd" [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY far SYSTEM "${at}/far">]>`;
      return { body: withDoctype(doctype, 'Water &file; &far;') };
    });
    expect([found.kind, found.version, requested.length]).toEqual(['wms', '1.1.1', 1]);
    expect(found.title).not.toContain('root:');
  });

  it('an internal subset with vendor elements does no harm', () => {
    const doctype =
      '<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.example/c.dtd" [<!ELEMENT VendorSpecificCapabilities (TileSet*) ><!-- ]> -->]>';
    expect(read(withDoctype(doctype, 'Water'), url).description.title).toBe('Water');
  });

  it('an entity bomb stays small', () => {
    const doublings = Array.from({ length: 60 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`);
    const doctype = `<!DOCTYPE x [<!ENTITY e0 "boom">${doublings.join('')}]>`;
    const { description, codes } = read(withDoctype(doctype, 'Water &e60;'), url);
    expect(description.title.length).toBeLessThan(1000);
    expect([description.layerCount, codes.includes('xml.entity-declared')]).toEqual([1, true]);
  });
});

describe('35. Namespaces', () => {
  const prefixed = wmsText()
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1w:')
    .replace('xmlns=', 'xmlns:w=');
  it.each([
    ['none', wmsText().replace(' xmlns="http://www.opengis.net/wms"', '')],
    ['a prefix', prefixed],
    ['a prefix that is not declared', prefixed.replace(/ xmlns:w="[^"]*"/, '')],
    [
      'another version’s',
      wmsText({ version: '1.1.1' }).replace('version="1.1.1"', 'version="1.1.1" xmlns="http://www.opengis.net/wms"'),
    ],
    ['unrelated', wmsText().replace('http://www.opengis.net/wms"', 'http://www.example.org/other"')],
  ])('%s: the name of the root decides', (_what, text) => {
    const { identity, layers } = read(text, url);
    expect([identity.kind, layers.map(({ name }) => name)]).toEqual(['wms', ['rivers']]);
  });

  it('a root that any service may have is told apart by its namespace', () => {
    const root = (namespace: string) => `<Capabilities version="1.0.0" xmlns="${namespace}"><Contents/></Capabilities>`;
    expect(kindsIn(root('http://www.opengis.net/wmts/1.0'), url)).toEqual(['wmts']);
    expect(kindsIn(root('http://www.opengis.net/wcs/2.0'), url)).toEqual(['wcs']);
    expect(kindsIn(root('http://www.example.org/other'), url)).toEqual([]);
  });
});

describe('36. Huge documents', () => {
  it('a text of more than 10 MB', () => {
    const { layers, description } = read(
      wmsText({ service: `<Abstract>${'word '.repeat(2_200_000)}</Abstract>` }),
      url,
    );
    expect([layers.length, description.abstract.length > 0]).toEqual([1, true]);
  });

  it('300 levels of layers: what lies too deep is left out, the rest is read', () => {
    const deep = `${'<Layer><Title>g</Title>'.repeat(300)}${'</Layer>'.repeat(300)}`;
    const { layers, codes } = read(wmsText({ layers: deep + oneLayer }), url);
    expect([layers.length > 250, layers.at(-1)?.name, codes.includes('xml.too-deep')]).toEqual([true, 'rivers', true]);
  });

  it('20,000 layers', () => {
    const layers = Array.from(
      { length: 20_000 },
      (_, n) => `<Layer><Name>l${n}</Name><Title>Layer ${n}</Title></Layer>`,
    );
    const { description } = read(wmsText({ layers: layers.join('') }), url);
    expect([description.layerCount, description.layers.at(-1)?.name]).toEqual([20_000, 'l19999']);
  });

  it('more than may be read: the layers up to there, marked', () => {
    const bytes = Buffer.from(wmsText({ layers: oneLayer.repeat(100) })).subarray(0, 5000);
    const problem = { code: 'body.partial-size', message: 'cut' } as const;
    const { layers, codes } = read(bytes, { url, partial: 'size', problems: [problem] });
    expect(layers.length).toBeGreaterThan(20);
    expect(codes).toContain('body.partial-size');
  });

  it('a request for the capabilities of one layer is sent as it is', async () => {
    const given = '/geomet?service=WMS&request=GetCapabilities&layer=GDPS.ETA';
    const { found, requested } = await ask(given, () => ({ body: wmsText() }));
    expect([found.kind, requested[0]]).toEqual(['wms', given]);
  });
});
