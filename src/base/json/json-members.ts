// Reads the members of arrays in JSON documents too large to parse, one object at a time.
import type { Document } from '../../model/document.ts';
import { decodeChunks } from '../text/decode-chunks.ts';
import { type JsonObject, parseObject } from './json.ts';

/** Longer members are data and are skipped. */
const maxMemberLength = 4 * 1024 * 1024;

/** Objects of the top-level array `name`, in order. Invalid members are skipped. Never throws. */
export function* readJsonMembers(document: Document, name: string): Generator<JsonObject> {
  const splitter = new MemberSplitter(name);
  for (const chunk of decodeChunks(document.bytes, document.charset)) {
    for (const text of splitter.write(chunk)) {
      const member = parseObject(text);
      if (member !== null) yield member;
    }
    if (splitter.isOver) return;
  }
}

/**
 * Passes the objects of the top-level arrays of these names to `take` in document order; null for a member that isn't a JSON
 * object. Stops when `take` returns false. True if the document was read to its end and is complete.
 */
export function walkJsonMembers(
  document: Pick<Document, 'bytes' | 'charset'>,
  names: readonly string[],
  take: (name: string, member: JsonObject | null) => boolean,
): boolean {
  const splitter = new MemberSplitter(...names);
  for (const chunk of decodeChunks(document.bytes, document.charset)) {
    for (const text of splitter.write(chunk)) if (!take(splitter.name, parseObject(text))) return false;
  }
  return splitter.isWhole;
}

/** Splits a stream of text into the objects of the arrays. */
class MemberSplitter {
  readonly #names: readonly string[];
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The last string at depth 1: a key if a colon follows. */
  #key = '';
  #inArray = false;
  #member = '';
  #isOver = false;

  constructor(...names: readonly string[]) {
    this.#names = names;
  }

  /** The array of the last member. */
  get name(): string {
    return this.#key;
  }

  /** All brackets are closed. */
  get isWhole(): boolean {
    return this.#depth === 0 && !this.#inString;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  *write(chunk: string): Generator<string> {
    let start = this.#inArray && this.#depth > 2 ? 0 : -1;
    for (let at = 0; at < chunk.length && !this.#isOver; at++) {
      const code = chunk.charCodeAt(at);
      if (this.#inString) this.#inText(chunk[at]!, code);
      else if (code === 34) this.#openString();
      else if (code === 123 || code === 91) {
        this.#depth++;
        if (this.#inArray && this.#depth === 3 && code === 123) start = at;
        if (!this.#inArray && this.#depth === 2 && code === 91 && this.#names.includes(this.#key)) this.#inArray = true;
      } else if (code === 125 || code === 93) {
        this.#depth--;
        if (this.#inArray && this.#depth === 2 && start >= 0) {
          yield this.#member + chunk.slice(start, at + 1);
          this.#member = '';
          start = -1;
        } else if (this.#inArray && this.#depth === 1) this.#endArray();
      }
    }
    if (start >= 0 && this.#member.length < maxMemberLength) this.#member += chunk.slice(start);
  }

  #endArray(): void {
    this.#inArray = false;
    this.#isOver = this.#names.length === 1;
  }

  #openString(): void {
    this.#inString = true;
    if (this.#depth === 1) this.#key = '';
  }

  #inText(char: string, code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === 92) this.#isEscaped = true;
    else if (code === 34) this.#inString = false;
    else if (this.#depth === 1 && this.#key.length < 100) this.#key += char;
  }
}
