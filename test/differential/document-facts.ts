// The content of a document, independent of the compared readers: fast-xml-parser's tree, to verify reasons.
import { isUtf8 } from 'node:buffer';
import { decodeHTML } from 'entities/decode';
import { XMLParser } from 'fast-xml-parser';
import { foldSpace } from '../../src/base/text/text.ts';

export interface FactElement {
  readonly name: string;
  readonly namespace: string;
  /** By name as written. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly FactElement[];
  /** Its own text as written, in the chunks of the document. */
  readonly texts: readonly string[];
  readonly parent: FactElement | null;
}

export interface DocumentFacts {
  readonly text: string;
  readonly isUtf8: boolean;
  /** Null if this parser fails too, and for JSON. */
  readonly root: FactElement | null;
  /** Every element of this local name. */
  all(name: string): readonly FactElement[];
}

type Ordered = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
});

/** Parsed on first use: most documents have no differences. */
export function readFacts(bytes: Uint8Array): DocumentFacts {
  const isValid = isUtf8(bytes);
  const text = new TextDecoder(isValid ? 'utf-8' : 'windows-1252').decode(bytes);
  const known = new Map<string, readonly FactElement[]>();
  let tree: { readonly root: FactElement | null; readonly elements: readonly FactElement[] } | null = null;
  const read = () => {
    const root = text.trimStart().startsWith('<') ? parse(withoutDoctype(text)) : null;
    return { root, elements: root === null ? [] : [root, ...inside(root)] };
  };
  return {
    text,
    isUtf8: isValid,
    get root() {
      tree ??= read();
      return tree.root;
    },
    all: (name) => {
      tree ??= read();
      const found = known.get(name) ?? tree.elements.filter((element) => element.name === name);
      known.set(name, found);
      return found;
    },
  };
}

/** The parser fails on declarations, which are irrelevant here. */
function withoutDoctype(text: string): string {
  const start = text.indexOf('<!DOCTYPE');
  if (start < 0) return text;
  const close = text.indexOf('>', start);
  const subset = text.indexOf('[', start);
  const end = subset >= 0 && subset < close ? text.indexOf('>', text.indexOf(']', subset)) : close;
  return text.slice(0, start) + text.slice(end + 1);
}

function parse(text: string): FactElement | null {
  try {
    const nodes = (parser.parse(text) as readonly Ordered[]).filter((node) => nameOf(node) !== null);
    const root = nodes.find((node) => !nameOf(node)?.startsWith('?'));
    return root === undefined ? null : makeElement(root, null, new Map());
  } catch (error) {
    // An unparseable document proves nothing; reasons then rely on the readers' output.
    if (error instanceof Error) return null;
    throw error;
  }
}

function nameOf(node: Ordered): string | null {
  return Object.keys(node).find((key) => key !== ':@' && !key.startsWith('#')) ?? null;
}

function makeElement(node: Ordered, parent: FactElement | null, outer: ReadonlyMap<string, string>): FactElement {
  const raw = nameOf(node) ?? '';
  const attributes = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
  const bindings = new Map(outer);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'xmlns' || key.startsWith('xmlns:')) bindings.set(key.slice(6), value);
  }
  const [prefix, name] = raw.includes(':') ? (raw.split(':') as [string, string]) : ['', raw];
  const content = node[raw] as readonly Ordered[];
  const children: FactElement[] = [];
  const texts = content.flatMap((one) => textOf(one));
  const element = { name, namespace: bindings.get(prefix) ?? '', attributes, children, texts, parent };
  for (const one of content) if (nameOf(one) !== null) children.push(makeElement(one, element, bindings));
  return element;
}

function textOf(node: Ordered): readonly string[] {
  if (typeof node['#text'] === 'string') return [node['#text']];
  const sections = (node['#cdata'] ?? []) as readonly Ordered[];
  return sections.flatMap(textOf);
}

function inside({ children }: FactElement): readonly FactElement[] {
  const found: FactElement[] = [];
  for (const child of children) {
    found.push(child);
    for (const deeper of inside(child)) found.push(deeper);
  }
  return found;
}

/** Text of the first child of this name, folded; '' if there is none. */
export function childText(element: FactElement, name: string): string {
  const child = element.children.find((one) => one.name === name);
  return child === undefined ? '' : textIn(child);
}

export function textIn({ texts }: FactElement): string {
  return foldSpace(decodeHTML(texts.join('')));
}

/** Every descendant of this name. */
export function within(element: FactElement, name: string): readonly FactElement[] {
  return inside(element).filter((one) => one.name === name);
}
