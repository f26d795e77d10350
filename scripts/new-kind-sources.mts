// Starter code for a new kind: small, but it identifies and describes the generated fixtures.
import { posix } from 'node:path';

export const families = ['service', 'catalog', 'file'] as const;
export const forms = ['json', 'xml', 'html', 'text', 'binary'] as const;

export interface KindSpec {
  /** 'tide-table'. */
  readonly id: string;
  /** 'tideTable': the exported constant. */
  readonly name: string;
  /** 'Tide table'. */
  readonly title: string;
  readonly family: (typeof families)[number];
  readonly form: (typeof forms)[number];
  /** Folder in src/kinds: 'portals', 'files/vector'. */
  readonly folder: string;
}

export const defaultFolders = { service: 'web-services', catalog: 'portals', file: 'files/vector' } as const;

export const fileEndings = { json: 'json', xml: 'xml', html: 'html', text: 'txt', binary: 'bin' } as const;

/** First bytes of the sample binary format. */
export function magicOf({ id }: KindSpec): string {
  return id.replaceAll('-', '').toUpperCase().padEnd(8, '_').slice(0, 8);
}

/** '.tidetable'. */
function fileEnding({ id }: KindSpec): string {
  return `.${id.replaceAll('-', '').slice(0, 10)}`;
}

/** The code that depends on the form: imports and reader. The generated reader's variable is `source`. */
interface FormTemplate {
  readonly imports: readonly string[];
  /** What identifies it, for the header comment. */
  readonly signature: (spec: KindSpec) => string;
  readonly read: (spec: KindSpec) => string;
}

const formTemplates: Readonly<Record<KindSpec['form'], FormTemplate>> = {
  json: {
    imports: [
      `import { arrayAt, objectsAt, stringAt } from 'base/json/json.ts';`,
      `import { readJsonHead } from 'base/json/json-head.ts';`,
    ],
    signature: ({ id }) => `the member "format": "${id}"`,
    read: ({ id }) => `
  const value = readJsonHead(source)?.value;
  if (value === undefined || stringAt(value, 'format') !== '${id}') return null;
  return {
    version: stringAt(value, 'version') || null,
    title: copyString(stringAt(value, 'title')),
    box: arrayAt(value, 'bbox').map(String),
    entries: objectsAt(value, 'layers').map((layer) => ({
      name: copyString(stringAt(layer, 'name')),
      href: copyString(stringAt(layer, 'href')),
    })),
  };`,
  },
  xml: {
    imports: [
      `import { attribute, readXmlRoot } from 'base/xml/xml.ts';`,
      `import { attributeOf, walkXml } from 'base/xml/xml-walk.ts';`,
    ],
    signature: ({ name }) => `its root element, ${name}`,
    read: ({ name }) => `
  const root = readXmlRoot(source);
  if (root?.name !== '${name}') return null;
  const entries: Entry[] = [];
  let [title, box] = ['', ''];
  walkXml(source, {
    '${name}/title': (node) => {
      title = node.text;
    },
    '${name}/extent': (node) => {
      box = node.text;
    },
    '${name}/layer': (node) => {
      entries.push({ name: attributeOf(node, 'name') ?? '', href: attributeOf(node, 'href') ?? '' });
    },
  });
  return { version: attribute(root, 'version'), title, box: box.split(' '), entries };`,
  },
  html: {
    imports: [`import { htmlHead, htmlTitle, metaContent, readAnchors } from 'kinds/address/html-source.ts';`],
    signature: ({ id }) => `<meta name="generator" content="${id} …">`,
    read: ({ id }) => `
  const head = htmlHead(source);
  const version = /^${id} ?([\\d.]{0,20})/.exec(metaContent(head, 'generator'))?.[1];
  if (version === undefined) return null;
  return {
    version: version || null,
    title: copyString(htmlTitle(head)),
    box: metaContent(head, 'extent').split(' '),
    entries: [...readAnchors(source.text(), maxEntries)].map(({ href, text }) => ({
      name: copyString(text),
      href: copyString(href),
    })),
  };`,
  },
  text: {
    imports: [],
    signature: ({ id }) => `a first line starting with ${id.toUpperCase()}`,
    read: ({ id }) => `
  const [first = '', ...lines] = source.text().slice(0, 65_536).split('\\n');
  const version = /^${id.toUpperCase()} ?([\\d.]{0,20})\\s*$/.exec(first)?.[1];
  if (version === undefined) return null;
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(\`\${name}: \`)).map((line) => copyString(line.slice(name.length + 2).trim()));
  return {
    version: version || null,
    title: valuesOf('title')[0] ?? '',
    box: (valuesOf('extent')[0] ?? '').split(' '),
    entries: valuesOf('layer').map((name) => ({ name, href: '' })),
  };`,
  },
  binary: {
    imports: [`import { beginsWith, byteView } from 'base/binary/byte-view.ts';`],
    signature: (spec) => `its first bytes, ${magicOf(spec)}`,
    read: (spec) => `
  if (!beginsWith(source.bytes, '${magicOf(spec)}')) return null;
  // Version, west, south, east, north, the number of layers, then 32 bytes of name for each.
  const view = byteView(source.bytes);
  const count = Math.min(view.u16(42) || 0, maxEntries);
  return {
    version: String(view.u16(8)),
    title: '',
    box: [10, 18, 26, 34].map((at) => String(view.f64(at))),
    entries: Array.from({ length: count }, (_, index) => ({ name: view.text(44 + 32 * index, 32), href: '' })),
  };`,
  },
};

/** The code that depends on the family: suspicion, probe and identity. */
function familyTemplate(spec: KindSpec) {
  if (spec.family === 'file') {
    return {
      imports: [
        `import { joinedDocument, restOfText } from 'base/document/joined-document.ts';`,
        `import { checkFile, fileIdentity, headBytes, probeFile, suspectFile } from 'kinds/files/file-kind.ts';`,
      ],
      suspect: `(link) => suspectFile(link, { '${fileEnding(spec)}': 0.9 })`,
      probe: '(url) => probeFile(url, headBytes)',
      last: 'more: (document) => (readContents(document) === null ? null : restOfText(document)),\n  check: checkFile,',
      identity: `fileIdentity('${spec.id}', document, contents.version)`,
      reader: '(document: Document): Contents | null {\n  const source = joinedDocument(document);',
    };
  }
  return {
    imports: [
      `import { splitAddress } from 'kinds/address/api-address.ts';`,
      `import { checkAddress, documentAddress } from 'kinds/address/catalog-address.ts';`,
    ],
    suspect: `({ url }) => (splitAddress(url).path.includes('/${spec.id}') ? 0.7 : 0)`,
    probe: '(url) => [{ url }]',
    last: 'check: checkAddress,',
    identity: `[{ kind: '${spec.id}', version: contents.version, endpoint: documentAddress(document) }]`,
    reader: '(source: Document): Contents | null {',
  };
}

/** Paths are relative to src/; `relativeImport` makes them relative to the new file. */
const commonImports = [
  `import { emptyDescription, emptyLayer } from 'describe/empty-description.ts';`,
  `import { readExtent } from 'base/geo/extent.ts';`,
  `import { fileTitle } from 'base/url/file-name.ts';`,
  `import { ProblemTally } from 'describe/problem-tally.ts';`,
  `import { webUrl } from 'base/url/web-url.ts';`,
  `import type { Document } from 'model/document.ts';`,
  `import type { ResourceKind } from 'model/kind.ts';`,
  `import type { Link } from 'model/link.ts';`,
  `import type { Description, Identity, Layer } from 'model/resource.ts';`,
];

function relativeImport(line: string, { folder }: KindSpec): string {
  return line.replace(/'(.+)'/, (_, target: string) => {
    const path = posix.relative(`kinds/${folder}`, target);
    return path.startsWith('.') ? `'${path}'` : `'./${path}'`;
  });
}

export function kindSource(spec: KindSpec): string {
  const { id, name, title, family, form } = spec;
  const own = formTemplates[form];
  const kin = familyTemplate(spec);
  const read = own.read(spec);
  const copyImport = read.includes('copyString(') ? [`import { copyString } from 'base/text/copy-string.ts';`] : [];
  const imports = [...commonImports, ...copyImport, ...own.imports, ...kin.imports];
  const needsLimit = read.includes('maxEntries');
  return `// ${title}: identified by ${own.signature(spec)}.
${imports.map((line) => relativeImport(line, spec)).join('\n')}

export const ${name}: ResourceKind = {
  id: '${id}',
  title: '${title}',
  family: '${family}',
  specification: 'made up by npm run new:kind',
  tier: 2,
  forms: ['${form}'],
  dataset: 'layer',
  suspect: ${kin.suspect},
  probe: ${kin.probe},
  identify,
  describe,
  ${kin.last}
};
${needsLimit ? '\nconst maxEntries = 10_000;\n' : ''}
/** One dataset, as written. */
interface Entry {
  readonly name: string;
  readonly href: string;
}

interface Contents {
  readonly version: string | null;
  readonly title: string;
  /** West, south, east, north. */
  readonly box: readonly string[];
  readonly entries: readonly Entry[];
}

/** Null when the document is not of this kind. */
function readContents${kin.reader}${read}
}

function identify(document: Document): readonly Identity[] {
  const contents = readContents(document);
  return contents === null ? [] : ${kin.identity};
}

function describe(document: Document): Description {
  const contents = readContents(document);
  if (contents === null) return emptyDescription;
  const tally = new ProblemTally();
  const [west = null, south = null, east = null, north = null] = contents.box;
  const { extent, problem } = readExtent([west, south, east, north]);
  if (problem !== null) tally.add(problem, 'The extent is invalid.', contents.box.join(' '));
  const layers = contents.entries.map((entry): Layer => ({ ...emptyLayer, name: entry.name, title: entry.name, extent }));
  return {
    ...emptyDescription,
    title: contents.title || fileTitle(document),
    extent,
    layers,
    layerCount: layers.length,
    links: contents.entries.flatMap((entry) => linkOf(entry, document.finalUrl)),
    problems: [...document.problems, ...tally.list()],
  };
}

function linkOf({ name, href }: Entry, base: string): readonly Link[] {
  const url = href === '' ? null : webUrl(href, base);
  return url === null ? [] : [{ url, foundBy: 'description', anchor: name, window: '', nofollow: false }];
}
`;
}

export function testSource(spec: KindSpec): string {
  const { id, name, title, family, form } = spec;
  const ending = fileEndings[form];
  const address =
    family === 'file' ? `http://data.example/coast${fileEnding(spec)}` : `http://data.example/${id}/coast`;
  const hasLinks = form === 'json' || form === 'xml' || form === 'html';
  const links = hasLinks ? "['http://data.example/north', 'http://data.example/south']" : '[]';
  const shownTitle = form === 'binary' ? 'coast' : 'The coast';
  return `// ${title}: identity, description and problems.
import { expect, it } from 'vitest';
import { claims, fixtureDocument, readKind } from '${posix.relative(`src/kinds/${spec.folder}`, 'test/kind-fixture.ts')}';
import { ${name} } from './${id}.ts';

const url = '${address}';

it('reads version, title, extent, layers and links', () => {
  const { identity, description, links, codes } = readKind(${name}, fixtureDocument('${id}', 'coast.${ending}', url));
  expect(identity).toEqual({ kind: '${id}', version: '1', endpoint: url });
  expect(description).toMatchObject({ title: '${shownTitle}', extent: [4, 51, 9, 55], layerCount: 2 });
  expect(description.layers.map((layer) => layer.name)).toEqual(['north', 'south']);
  expect([links, codes]).toEqual([${links}, []]);
});

it('reports a projected extent instead of using it', () => {
  const { description, codes } = readKind(${name}, fixtureDocument('${id}', 'odd-extent.${ending}', url));
  expect([description.extent, codes]).toEqual([null, ['extent.projected']]);
});

it('does not claim other documents of the same form', () => {
  expect(claims(${name}, fixtureDocument('${id}', 'exception-other.${ending}', url))).toBe(false);
});

it('suspects its own URLs', () => {
  const link = { foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
  expect(${name}.suspect({ ...link, url })).toBeGreaterThanOrEqual(0.5);
  expect(${name}.suspect({ ...link, url: 'http://data.example/about' })).toBe(0);
});
`;
}
