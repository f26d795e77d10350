// Matches end tags to start tags tolerantly, and resolves namespaces.
import { copyString } from '../text/copy-string.ts';
import type { XmlTokens } from './xml-scanner.ts';
import type { XmlTag } from './xml-tag.ts';

export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace URI, or null if none is declared for the prefix. Unreliable: servers get it wrong. */
  readonly namespace: string | null;
  /** By name as written, including namespace declarations. Line ends and declared entities are unchanged. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Receives a document's elements. Text comes in chunks; equal names are the same string object. */
export interface XmlHandler {
  open(element: XmlElement): void;
  text?(text: string): void;
  close?(name: string): void;
  comment?(text: string): void;
}

/** Elements nested deeper than this are matched but not reported. */
export const maxDepth = 256;
/** Elements nested deeper than this are only counted. */
const maxStack = 100_000;
const maxNames = 10_000;

/** HTML of error messages before a document (PHP, Xdebug): never the document itself. */
const noise = new Set(
  'b big br center code div em font h1 h2 h3 hr i p pre small span strong table tbody td th tr u'.split(' '),
);
/** HTML in descriptions that is often not closed, or closed without being opened. */
const unclosed = new Set(['br', 'hr', 'img', 'wbr']);
const strays = new Set([...noise, ...unclosed, 'a', 'li', 'ol', 'ul', 'dd', 'dl', 'dt']);

interface Name {
  /** As written, prefix included. */
  readonly raw: string;
  readonly local: string;
  readonly prefix: string;
  /** HTML that is never closed. */
  readonly isUnclosed: boolean;
  /** Open elements of this name. */
  openCount: number;
  /** The namespace of the prefix, as of the bindings' `age`. */
  namespace: string | null;
  age: number;
}

interface Open {
  name: Name;
  hasChildren: boolean;
  /** Namespace bindings this element replaced. */
  replaced: readonly (readonly [prefix: string, uri: string | undefined])[] | null;
}

export interface NestingState {
  readonly malformed: boolean;
  readonly tooDeep: boolean;
  readonly entityDeclared: boolean;
  readonly textOutside: boolean;
  /** True once the document element is closed by its end tag. */
  readonly complete: boolean;
  readonly hasRoot: boolean;
}

export class XmlNesting implements XmlTokens {
  readonly #handler: XmlHandler;
  /** The first `#depth` are open; the others are reused, since every element needs one. */
  readonly #stack: Open[] = [];
  #depth = 0;
  readonly #names = new Map<string, Name>();
  readonly #bindings = new Map<string, string>([['xml', 'http://www.w3.org/XML/1998/namespace']]);
  /** Incremented with every change of the bindings. */
  #age = 0;
  #beyondStack = 0;
  #phase: 'before' | 'noise' | 'root' | 'after' = 'before';
  #malformed = false;
  #tooDeep = false;
  #entityDeclared = false;
  #textOutside = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  state(): NestingState {
    return {
      malformed: this.#malformed,
      tooDeep: this.#tooDeep,
      entityDeclared: this.#entityDeclared,
      textOutside: this.#textOutside,
      complete: this.#phase === 'after',
      hasRoot: this.#phase === 'root' || this.#phase === 'after',
    };
  }

  startTag(tag: XmlTag): void {
    const name = this.#name(tag.name);
    if (this.#phase === 'after') {
      this.#textOutside = true;
      return;
    }
    if (this.#depth === 0) this.#phase = noise.has(name.local.toLowerCase()) ? 'noise' : 'root';
    const parent = this.#top();
    if (parent !== undefined) parent.hasChildren = true;
    if (this.#depth >= maxStack) {
      if (!tag.selfClosing) this.#beyondStack++;
      return;
    }
    this.#push(tag, name);
    if (tag.selfClosing || name.isUnclosed) this.#pop();
  }

  #push(tag: XmlTag, name: Name): void {
    const replaced = this.#bind(tag.attributes);
    const free = this.#stack[this.#depth++];
    if (free === undefined) this.#stack.push({ name, hasChildren: false, replaced });
    else {
      free.name = name;
      free.hasChildren = false;
      free.replaced = replaced;
    }
    name.openCount++;
    if (this.#phase !== 'root') return;
    if (this.#depth > maxDepth) {
      this.#tooDeep = true;
      return;
    }
    if (name.age !== this.#age) {
      name.namespace = this.#bindings.get(name.prefix) ?? null;
      name.age = this.#age;
    }
    this.#handler.open({ name: name.local, namespace: name.namespace, attributes: tag.attributes });
  }

  #top(): Open | undefined {
    return this.#depth === 0 ? undefined : this.#stack[this.#depth - 1];
  }

  expectedEnd(): string {
    return this.#beyondStack > 0 ? '' : (this.#top()?.name.raw ?? '');
  }

  endTag(raw: string): void {
    if (this.#beyondStack > 0) {
      this.#beyondStack--;
      return;
    }
    const top = this.#top();
    if (top === undefined) {
      if (this.#phase !== 'noise') this.#malformed = true;
    } else if (top.name.raw === raw) this.#pop();
    else {
      if ((this.#names.get(raw)?.openCount ?? 0) > 0) this.#popThrough(raw);
      else if (this.#closesLeaf(top, raw)) this.#pop();
      if (!unclosed.has(raw)) this.#malformed = true;
    }
  }

  /** A misspelled end tag closes an element with only text; a stray HTML one closes nothing. */
  #closesLeaf(top: Open, raw: string): boolean {
    if (top.name.raw.toLowerCase() === raw.toLowerCase()) return true;
    return !top.hasChildren && !strays.has(raw.toLowerCase());
  }

  #popThrough(raw: string): void {
    let closed: string | undefined;
    while (closed !== raw) {
      closed = this.#top()?.name.raw;
      this.#pop();
    }
  }

  #pop(): void {
    const open = this.#top();
    if (open === undefined) throw new Error('pop on an empty element stack');
    this.#depth--;
    open.name.openCount--;
    if (open.replaced !== null) this.#unbind(open.replaced);
    if (this.#phase === 'root' && this.#depth < maxDepth) this.#handler.close?.(open.name.local);
    if (this.#depth === 0) this.#leaveTop();
  }

  #leaveTop(): void {
    if (this.#phase === 'noise') {
      this.#textOutside = true;
      this.#phase = 'before';
    } else this.#phase = 'after';
  }

  text(text: string): void {
    if (this.#phase === 'root') this.#handler.text?.(text);
    else if (text.trim() !== '') this.#textOutside = true;
  }

  comment(text: string): void {
    this.#handler.comment?.(text);
  }

  /** A declaration after error messages starts the real document, even if HTML is still open. */
  declaration(isFirst: boolean): void {
    if (!isFirst && this.#phase === 'before') this.#malformed = true;
    if (this.#phase !== 'noise') return;
    while (this.#depth > 0) this.#pop();
  }

  malformed(): void {
    if (this.#phase === 'root') this.#malformed = true;
  }

  entityDeclared(): void {
    this.#entityDeclared = true;
  }

  #name(raw: string): Name {
    const known = this.#names.get(raw);
    if (known !== undefined) return known;
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    const local = raw.slice(colon + 1);
    const name = { raw, prefix, local, isUnclosed: unclosed.has(local), openCount: 0, namespace: null, age: -1 };
    if (this.#names.size < maxNames) this.#names.set(raw, name);
    return name;
  }

  #bind(attributes: ReadonlyMap<string, string>): Open['replaced'] {
    if (attributes.size === 0) return null;
    let replaced: [string, string | undefined][] | null = null;
    for (const [name, uri] of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name === 'xmlns' ? '' : name.slice(6);
      this.#age++;
      replaced ??= [];
      replaced.push([prefix, this.#bindings.get(prefix)]);
      if (uri === '') this.#bindings.delete(prefix);
      else this.#bindings.set(copyString(prefix), copyString(uri));
    }
    return replaced;
  }

  #unbind(replaced: NonNullable<Open['replaced']>): void {
    this.#age++;
    for (let index = replaced.length - 1; index >= 0; index--) {
      const [prefix, uri] = replaced[index]!;
      if (uri === undefined) this.#bindings.delete(prefix);
      else this.#bindings.set(prefix, uri);
    }
  }
}
