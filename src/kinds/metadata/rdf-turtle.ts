// Reads Turtle into a graph: tolerant, in linear time, resolving only what is needed. Unreadable parts are skipped.
import type { RdfGraph, RdfValue } from './rdf-graph.ts';

/** A token: an IRI, a name, a literal, or one of . ; , [ ] ( ) */
interface Token {
  readonly type: 'iri' | 'name' | 'literal' | 'mark';
  readonly text: string;
}

/** Open blank nodes and lists; deeper ones are skipped. */
const maxDepth = 100;

interface Frame {
  readonly subject: string;
  readonly property: string;
  /** ']' or ')': what closes the frame. */
  readonly closer: string;
}

export function addTurtle(graph: RdfGraph, text: string): void {
  const reader = new TurtleReader(graph);
  for (const token of tokens(text)) {
    if (graph.isFull) return;
    reader.read(token);
  }
}

class TurtleReader {
  readonly #graph: RdfGraph;
  readonly #prefixes = new Map<string, string>();
  readonly #frames: Frame[] = [];
  #subject = '';
  #property = '';
  #directive: Token[] | null = null;

  constructor(graph: RdfGraph) {
    this.#graph = graph;
  }

  read(token: Token): void {
    if (this.#directive !== null) this.#addDirective(token);
    else if (token.type === 'name' && /^@?(?:prefix|base)$/i.test(token.text) && this.#property === '')
      this.#directive = [token];
    else if (token.type === 'mark') this.#addMark(token.text);
    else this.#addTerm(token);
  }

  #addDirective(token: Token): void {
    const directive = this.#directive ?? [];
    if (token.type !== 'mark') directive.push(token);
    const kind = directive[0]?.text.toLowerCase() ?? '';
    const isWhole = directive.length >= (kind.endsWith('base') ? 2 : 3);
    if (!isWhole && token.text !== '.') return;
    const [, name, iri] = directive;
    if (name !== undefined && iri !== undefined) this.#prefixes.set(name.text.replace(/:$/, ''), iri.text);
    this.#directive = null;
    this.#subject = '';
  }

  #addMark(mark: string): void {
    if (mark === '.') {
      // A full stop ends everything, also what was left open by mistake.
      this.#frames.length = 0;
      this.#subject = '';
      this.#property = '';
    } else if (mark === ';') this.#property = '';
    else if (mark === '[' || mark === '(') this.#openNode(mark);
    else if (mark === ']' || mark === ')') this.#closeNode(mark);
  }

  #openNode(mark: string): void {
    if (this.#frames.length >= maxDepth) return;
    this.#frames.push({ subject: this.#subject, property: this.#property, closer: mark === '[' ? ']' : ')' });
    // Members of a list become values of the list's property.
    if (mark === '(') return;
    const blank = this.#graph.newBlank();
    if (this.#subject !== '' && this.#property !== '')
      this.#graph.add(this.#subject, this.#property, { text: blank, isNode: true });
    this.#graph.node(blank);
    this.#subject = blank;
    this.#property = '';
  }

  #closeNode(mark: string): void {
    const frame = this.#frames.pop();
    if (frame === undefined || frame.closer !== mark || mark === ')') return;
    // "[ … ] property value": the blank node itself is the subject.
    if (frame.subject !== '') this.#subject = frame.subject;
    this.#property = frame.property;
  }

  #addTerm(token: Token): void {
    const text = token.type === 'name' ? this.#expand(token.text) : token.text;
    if (this.#subject === '') this.#subject = text;
    else if (this.#property === '') this.#property = token.text === 'a' && token.type === 'name' ? 'rdf:type' : text;
    else {
      const value: RdfValue = {
        text,
        isNode: token.type !== 'literal' && !/^[-+\d]|^(?:true|false)$/.test(token.text),
      };
      this.#graph.add(this.#subject, this.#property, value);
    }
  }

  #expand(name: string): string {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? undefined : this.#prefixes.get(name.slice(0, colon));
    return prefix === undefined ? name : prefix + name.slice(colon + 1);
  }
}

const space = /[\s\ufeff]/;

function* tokens(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (space.test(char)) at++;
    else if (char === '#') at = endOf(text, '\n', at);
    else if (char === '<') {
      const end = endOf(text, '>', at);
      yield { type: 'iri', text: text.slice(at + 1, end - 1) };
      at = end;
    } else if (char === '"' || char === "'") {
      const end = literalEnd(text, at);
      yield { type: 'literal', text: literalText(text, at, end) };
      at = afterLiteral(text, end);
    } else if ('.;,[]()'.includes(char)) {
      yield { type: 'mark', text: char };
      at++;
    } else {
      const end = nameEnd(text, at);
      yield { type: 'name', text: text.slice(at, end) };
      at = end;
    }
  }
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + 1;
}

/** Index after the closing quote. */
function literalEnd(text: string, at: number): number {
  const quote = text[at]!;
  const isLong = text.startsWith(quote.repeat(3), at);
  const closing = isLong ? quote.repeat(3) : quote;
  let from = at + closing.length;
  for (;;) {
    const end = text.indexOf(closing, from);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + closing.length;
    from = end + 1;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function literalText(text: string, at: number, end: number): string {
  const quotes = text.startsWith(text[at]!.repeat(3), at) ? 3 : 1;
  const raw = text.slice(at + quotes, Math.max(at + quotes, end - quotes));
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs, (_, short, long, char) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (Number.isNaN(code)) return escapes[char as string] ?? (char as string);
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}

/** Past a language tag or a datatype. */
function afterLiteral(text: string, end: number): number {
  if (text[end] === '@') return nameEnd(text, end + 1);
  if (!text.startsWith('^^', end)) return end;
  return text[end + 2] === '<' ? endOf(text, '>', end + 2) : nameEnd(text, end + 2);
}

/** A name ends at white space or punctuation; a dot belongs to it if something follows. */
function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (space.test(char) || ';,[]()<"\''.includes(char)) break;
    if (char === '.' && (at + 1 >= text.length || space.test(text[at + 1]!))) break;
    at++;
  }
  return Math.max(at, from + 1);
}
