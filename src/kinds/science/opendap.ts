// OPeNDAP datasets: DDS and DAS texts of DAP2, DDX and DMR documents of DAP 3.2 and 4.
import { fileTitle } from '../../base/url/file-name.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { RecordList } from '../records/catalog-records.ts';
import { readAttribution, readCoverage } from './acdd.ts';

const suffix = /\.(?:dds|das|ddx|dmr|dmr\.xml|dods|dap|info|html|ascii|asc|nc|nc4)$/i;
const dapNamespace = /xml\.opendap\.org\/ns\/DAP|opendap\.org\/ns\/DAP/i;
/** Longer texts aren't descriptions. */
const maxTextBytes = 16 * 1024 * 1024;

export const opendap: ResourceKind = {
  id: 'opendap',
  title: 'OPeNDAP dataset',
  family: 'service',
  specification: 'DAP 2.0 (NASA ESE-RFC-004), DAP 4.0',
  tier: 2,
  forms: ['text', 'xml'],
  dataset: 'variable',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    if (/\.(?:dds|das|ddx|dmr|dmr\.xml)$/.test(path)) return 0.95;
    if (/\/(?:dodsc|nph-dods|opendap|dods|dap)\/.{1,250}(?:\.(?:nc4?|hdf5?|h5|grb2?|grib2?)(?:\.\w{2,5})?)$/.test(path))
      return 0.9;
    if (/\/dodsc\/.{3,250}$/.test(path)) return 0.8;
    return !isTalk(path) && /\bopendap\b/i.test(anchor) ? 0.4 : 0;
  },
  probe: (url) => {
    const base = baseOf(url);
    // A host alone isn't a dataset.
    if (new URL(base).pathname === '/') return [{ url: base }];
    return [{ url: `${base}.dds` }, { url: `${base}.dmr.xml` }];
  },
  identify,
  describe,
  more: (document, identity) =>
    document.parts.length === 0 && document.form === 'text' && isDds(document)
      ? { url: `${identity.endpoint}.das` }
      : null,
  check: ({ endpoint }) => [{ url: `${endpoint}.dds` }],
};

/** The dataset without the suffix for the response format, and without a constraint. */
function baseOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  const at = path.search(suffix);
  // "data.nc" is the dataset itself; "data.nc.html" is a view of it.
  const isFile = /\.(?:nc4?|hdf5?|h5)$/i.test(path) && !/\.(?:nc4?|hdf5?|h5|grb2?|grib2?)\.(?:nc4?|dap)$/i.test(path);
  return at < 0 || isFile ? path : path.slice(0, at);
}

function isDds(document: Document): boolean {
  return document.bytes.length <= maxTextBytes && /^[\s\ufeff]{0,100}Dataset\s{0,20}\{/.test(headOf(document));
}

function headOf(document: Document): string {
  return new TextDecoder(document.charset).decode(document.bytes.subarray(0, 512));
}

function identify(document: Document): readonly Identity[] {
  const version = readVersion(document);
  if (version === null) return [];
  return [{ kind: 'opendap', version: version === '' ? null : version, endpoint: baseOf(document.finalUrl) }];
}

/** The protocol's version, '' if unknown; null if this isn't a DAP document. */
function readVersion(document: Document): string | null {
  if (document.form === 'text') {
    const isDas = /^[\s\ufeff]{0,100}Attributes\s{0,20}\{/.test(headOf(document));
    return document.bytes.length <= maxTextBytes && (isDds(document) || isDas) ? dapHeader(document) || '2.0' : null;
  }
  const root = readXmlRoot(document);
  if (root?.name !== 'Dataset' || !dapNamespace.test(root.namespace ?? '')) return null;
  return root.attributes.get('dapVersion') ?? /\/DAP\/?([\d.]{1,5})#?$/.exec(root.namespace ?? '')?.[1] ?? '';
}

function dapHeader(document: Document): string {
  const given = document.headers.xdap ?? document.headers['xdods-server'] ?? '';
  return /^(?:\w{1,20}\/)?(\d(?:\.\d{1,2}){0,2})$/.exec(given.trim())?.[1] ?? '';
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const attributes = new Map<string, string>();
  let name = '';
  for (const source of [document, ...document.parts]) {
    if (source.form === 'xml') name ||= readDapXml(source, attributes, records);
    if (source.form !== 'text' || source.bytes.length > maxTextBytes) continue;
    const dds = readDds(source.text());
    name ||= dds?.name ?? '';
    for (const variable of dds?.variables ?? []) records.add({ name: variable.name, title: variable.name });
    for (const [key, value] of readDas(source.text()) ?? []) attributes.set(key, value);
  }
  return records.describe(document, {
    ...readGlobals(attributes, records),
    title: global(attributes, 'title') || name || fileTitle(document),
  });
}

/** Global attributes of the conventions (ACDD 1.3), in any container. */
function global(attributes: ReadonlyMap<string, string>, name: string): string {
  for (const container of ['NC_GLOBAL', 'HDF5_GLOBAL', 'DODS_EXTRA', 'GLOBAL', '']) {
    const value = attributes.get(`${container}.${name}`);
    if (value !== undefined && value !== '') return value;
  }
  return '';
}

function readGlobals(attributes: ReadonlyMap<string, string>, records: RecordList): Partial<Description> {
  const text = (name: string) => global(attributes, name);
  const { extent, time } = readCoverage(text, records.problems);
  for (const [at, layer] of records.layers.entries()) records.layers[at] = { ...layer, extent, time };
  return { ...readAttribution(text), abstract: text('summary') || text('comment'), extent };
}

/** Adds the variables of a DDX or DMR and returns the dataset's name. */
function readDapXml(source: Document, attributes: Map<string, string>, records: RecordList): string {
  const root = readXmlRoot(source);
  walkXml(source, {
    'Dataset/*': (node: XmlNode) => {
      if (node.name === 'Attribute') addXmlAttribute(node, attributes);
      else if (node.name !== 'Dimension' && node.name !== 'blob' && node.name !== 'dataBLOB') {
        const name = attributeOf(node, 'name') ?? '';
        if (name !== '') records.add({ name, title: name });
      }
    },
  });
  return root?.attributes.get('name') ?? '';
}

function addXmlAttribute(node: XmlNode, attributes: Map<string, string>): void {
  const container = attributeOf(node, 'name') ?? '';
  for (const inside of node.children) {
    const name = attributeOf(inside, 'name');
    const value = inside.children[0];
    if (name !== null && value !== undefined)
      attributes.set(`${container}.${name}`, value.text || (attributeOf(value, 'value') ?? ''));
    else if (inside.name === 'Value' || inside.name === 'value')
      attributes.set(`.${container}`, inside.text || (attributeOf(inside, 'value') ?? ''));
  }
}

interface DapVariable {
  readonly name: string;
  /** 'Float32', 'Grid', 'Sequence' … */
  readonly type: string;
}

interface Dds {
  /** The dataset's own name, after the last brace. */
  readonly name: string;
  readonly variables: readonly DapVariable[];
}

const maxVariables = 100_000;

/** Null if the text isn't a DDS. Variables are the direct members of the dataset. */
function readDds(text: string): Dds | null {
  if (!/^[\s\ufeff]{0,100}Dataset\s{0,20}\{/.test(text)) return null;
  const variables: DapVariable[] = [];
  let depth = 0;
  let statement = '';
  let opened = '';
  let name = '';
  for (const [part] of text.matchAll(/[{};]|[^{};]+/g)) {
    if (part === '{') {
      if (depth === 1) opened = statement.trim();
      depth++;
      statement = '';
    } else if (part === '}') {
      depth--;
      statement = '';
    } else if (part === ';') {
      const words = statement
        .replace(/\[[^\]]{0,200}\]/g, ' ')
        .trim()
        .split(/\s+/);
      const last = words.at(-1) ?? '';
      if (depth === 0) name ||= last;
      else if (depth === 1 && last !== '' && variables.length < maxVariables) {
        variables.push({ name: last, type: opened === '' ? (words[0] ?? '') : (opened.split(/\s+/)[0] ?? '') });
      }
      if (depth <= 1) opened = '';
      statement = '';
    } else statement = part;
  }
  return { name, variables };
}

/** Attributes by container and name: 'NC_GLOBAL.title'. Null if the text isn't a DAS. */
function readDas(text: string): ReadonlyMap<string, string> | null {
  if (!/^[\s\ufeff]{0,100}Attributes\s{0,20}\{/.test(text)) return null;
  const attributes = new Map<string, string>();
  const path: string[] = [];
  let word = '';
  for (const part of dasParts(text)) {
    if (part === '{') {
      path.push(word.trim().split(/\s+/).at(-1) ?? '');
      word = '';
    } else if (part === '}') {
      path.pop();
      word = '';
    } else if (part === ';') word = addAttribute(attributes, path, word);
    else word += part;
  }
  return attributes;
}

/** Punctuation, quoted strings, and the text between; an unclosed string ends the text. */
function* dasParts(text: string): Generator<string> {
  const mark = /["{};]/g;
  let at = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    if (match.index > at) yield text.slice(at, match.index);
    const end = match[0] === '"' ? stringEnd(text, match.index) : match.index + 1;
    if (end < 0) return;
    yield text.slice(match.index, end);
    at = end;
    mark.lastIndex = end;
  }
}

function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) return at + 1;
  }
  return -1;
}

/** "String title "Sea surface temperature"" → title; numbers are unquoted. */
function addAttribute(attributes: Map<string, string>, path: readonly string[], statement: string): '' {
  const match = /^\w{1,20}\s{1,20}([\w.:-]{1,200})\s{1,20}/.exec(statement.trimStart().slice(0, 300));
  if (match !== null && attributes.size < 100_000) {
    const values = statement.trimStart().slice(match[0].length);
    // Of several values the first is used.
    const value = values.startsWith('"') ? values.slice(1, stringEnd(values, 0) - 1) : (values.split(',', 1)[0] ?? '');
    attributes.set(`${path.at(-1) ?? ''}.${match[1]}`, value.replace(/\\(.)/gs, '$1').trim());
  }
  return '';
}
