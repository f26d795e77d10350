// Descriptions of web services in WADL, as written by Jersey, CXF and other Java REST frameworks.

import { copyString } from '../../base/text/copy-string.ts';
import { textOfHtml } from '../../base/text/html-text.ts';
import { readUrl } from '../../base/url/url.ts';
import { attribute, readXml, readXmlRoot, type XmlElement, type XmlSource } from '../../base/xml/xml.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Problem } from '../../model/problem.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { describeWebService, type ServiceOperation } from './web-service.ts';

export const wadl: ResourceKind = {
  id: 'wadl',
  title: 'Web service described in WADL',
  family: 'service',
  specification: 'W3C WADL (Member Submission, 2009), 2006 drafts',
  tier: 2,
  forms: ['xml'],
  dataset: 'operation',
  suspect,
  probe,
  identify,
  describe,
  check: checkAddress,
};

/** Jersey serves `?wadl` and `application.wadl`, CXF serves `?_wadl`. */
const wadlQuery = /[?&]_?wadl(?:[=&]|$)/i;

function suspect(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  if (isTalk('', host)) return 0;
  if (wadlQuery.test(query) || /\.wadl$/.test(path)) return 0.9;
  return !isTalk(path) && /\bwadl\b/i.test(link.anchor) ? 0.3 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const { origin, pathname, search } = new URL(url);
  const own = `${origin}${pathname}${search}`;
  if (wadlQuery.test(search) || /\.wadl$/i.test(pathname)) return [{ url: own }];
  const below = `${origin}${pathname.replace(/\/+$/, '')}/application.wadl`;
  return [below, `${own}${search === '' ? '?' : '&'}_wadl`, own].map((address) => ({ url: address }));
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name !== 'application') return [];
  const dated =
    /^https?:\/\/(?:wadl\.dev\.java\.net|research\.sun\.com\/wadl|www\.w3\.org\/submission\/wadl)\/?(?:(\d{4})\/(\d\d))?\/?$/i.exec(
      root.namespace ?? '',
    );
  if (dated === null) return [];
  const version = dated[1] === undefined ? null : `${dated[1]}-${dated[2]}`;
  return [{ kind: 'wadl', version, endpoint: documentAddress(document) }];
}

function describe(document: Document): Description {
  const { title, text, methods, bases, includes, mediaTypes, isCut, problems } = readWadl(document);
  const description = describeWebService(document, {
    title: title || lastName(bases[0] ?? ''),
    abstract: text,
    operations: methods.map(readOperation),
    addresses: bases.map((url) => ({ url, words: title })),
    documents: includes,
    isCut,
    problems,
    signatures: [readXmlRoot(document)?.comments ?? '', title, ...bases],
  });
  return { ...description, formats: mediaTypes };
}

function readOperation({ id, verb, path, title, text, parameters }: WadlMethod): ServiceOperation {
  const address = `${verb} ${path === '' ? '/' : path}`.trim();
  return { name: id || address, title: title || address, abstract: text, keywords: parameters };
}

/** Generated descriptions have no title: the end of the base URL names the service. */
function lastName(base: string): string {
  return (
    readUrl(base)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  );
}

interface WadlDoc {
  readonly title: string;
  readonly text: string;
}

interface WadlMethod extends WadlDoc {
  /** '' if it has none. */
  readonly id: string;
  /** GET, POST … */
  readonly verb: string;
  /** Below the base of its resources, with {parameters}. */
  readonly path: string;
  /** Names of its parameters, including those of the enclosing resources. */
  readonly parameters: readonly string[];
}

interface WadlReading extends WadlDoc {
  readonly bases: readonly string[];
  readonly methods: readonly WadlMethod[];
  /** Media types of requests and responses. */
  readonly mediaTypes: readonly string[];
  /** Grammars, as written. */
  readonly includes: readonly string[];
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
}

const maxMethods = 50_000;
const maxNames = 100;
const maxTextLength = 100_000;
const maxPathLength = 300;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An open element; a resource inside a resource continues its path and inherits its parameters. */
interface Frame {
  readonly name: string;
  readonly path: string;
  readonly parameters: string[];
  /** What a `doc` in it describes. */
  readonly about: Mutable<WadlDoc> | null;
}

interface PartialWadl extends Mutable<WadlDoc> {
  readonly bases: Set<string>;
  readonly methods: (Mutable<WadlMethod> & { readonly reference: string })[];
  readonly mediaTypes: Set<string>;
  readonly includes: Set<string>;
  isCut: boolean;
}

function readWadl(source: XmlSource): WadlReading {
  const partial: PartialWadl = {
    title: '',
    text: '',
    bases: new Set(),
    methods: [],
    mediaTypes: new Set(),
    includes: new Set(),
    isCut: false,
  };
  const stack: Frame[] = [];
  let text = '';
  const problems = readXml(source, {
    open: (element) => {
      const frame = openFrame(partial, stack.at(-1) ?? null, element);
      if (frame.name === 'doc') text += ' ';
      stack.push(frame);
    },
    text: (piece) => {
      if (stack.at(-1)?.name === 'doc' && text.length < maxTextLength) text += piece;
    },
    close: () => {
      const closed = stack.pop();
      if (closed?.name !== 'doc' || stack.at(-1)?.name === 'doc') return;
      if (closed.about !== null) closed.about.text = copyString(`${closed.about.text} ${textOfHtml(text)}`.trim());
      text = '';
    },
  });
  const { bases, mediaTypes, includes } = partial;
  const lists = { bases: [...bases], mediaTypes: [...mediaTypes], includes: [...includes] };
  return { ...partial, ...lists, methods: resolveMethods(partial.methods), problems };
}

function openFrame(partial: PartialWadl, parent: Frame | null, element: XmlElement): Frame {
  const { name } = element;
  if (parent === null) return { name, path: '', parameters: [], about: partial };
  // HTML in a doc is part of its text.
  if (parent.name === 'doc') return parent;
  const read = (key: string) => copyString(attribute(element, key)?.trim() ?? '');
  const inner: Frame = { ...parent, name };
  switch (name) {
    case 'doc':
      if (parent.about !== null && parent.about.title === '') parent.about.title = read('title');
      return inner;
    case 'resources':
      add(partial.bases, read('base'));
      return inner;
    case 'resource':
      return { name, path: join(parent.path, read('path')), parameters: [...parent.parameters], about: null };
    case 'method':
      return openMethod(partial, parent, element);
    case 'response':
      // Parameters of a response aren't inputs.
      return { ...inner, parameters: [] };
    case 'param':
      if (parent.parameters.length < maxNames) parent.parameters.push(read('name'));
      return { ...inner, about: null };
    case 'representation':
      add(partial.mediaTypes, read('mediaType'));
      return { ...inner, about: null };
    case 'include':
      add(partial.includes, read('href'));
      return { ...inner, about: null };
    default:
      return inner;
  }
}

/** A method may be defined elsewhere and referenced (WADL, 2.8). */
function openMethod(partial: PartialWadl, parent: Frame, element: XmlElement): Frame {
  const read = (key: string) => copyString(attribute(element, key)?.trim() ?? '');
  const parameters = [...parent.parameters];
  const method = { id: read('id'), verb: read('name'), path: parent.path, parameters, title: '', text: '' };
  const isShared = parent.name === 'application';
  const entry = { ...method, path: isShared ? '' : method.path, reference: read('href') };
  if (partial.methods.length < maxMethods) partial.methods.push(entry);
  else partial.isCut = true;
  return { name: 'method', path: parent.path, parameters, about: entry };
}

/** With references resolved; methods that exist only to be referenced are omitted. */
function resolveMethods(methods: PartialWadl['methods']): readonly WadlMethod[] {
  const byId = new Map(methods.filter(({ id }) => id !== '').map((method) => [`#${method.id}`, method]));
  const referred = new Set(methods.map(({ reference }) => reference));
  return methods
    .filter(({ id, path }) => !(path === '' && referred.has(`#${id}`)))
    .map(({ reference, ...own }) => {
      const shared = reference === '' ? undefined : byId.get(reference);
      if (shared === undefined) return own;
      const { id, verb, title, text } = shared;
      return { ...own, id, verb, title: own.title || title, text: own.text || text, parameters: merge(own, shared) };
    });
}

function merge(one: WadlMethod, other: WadlMethod): readonly string[] {
  return [...new Set([...one.parameters, ...other.parameters])].slice(0, maxNames);
}

function join(above: string, path: string): string {
  const below = path.replace(/^\//, '');
  return below === '' ? above : `${above.replace(/\/$/, '')}/${below}`.slice(0, maxPathLength);
}

function add(set: Set<string>, value: string): void {
  if (value !== '' && set.size < maxNames) set.add(value);
}
