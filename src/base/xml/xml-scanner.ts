// Splits XML text, received in chunks, into tags and text. A forward pass, linear on any input; never throws.
import { decodeReferences, maxReferenceChars } from './xml-entities.ts';
import { isNameStart, isSpace, nameEnd, readStartTag, type XmlTag } from './xml-tag.ts';

/** Receives the tokens in document order. Text may come in several chunks; white space alone is skipped. */
export interface XmlTokens {
  startTag(tag: XmlTag): void;
  endTag(name: string): void;
  /** The name, as written, that the next end tag should have; '' where none is open. */
  expectedEnd(): string;
  text(text: string): void;
  comment(text: string): void;
  /** `<?xml …?>`, anywhere; it should be first. */
  declaration(isFirst: boolean): void;
  malformed(): void;
  entityDeclared(): void;
}

/** Longer tags aren't read as tags: their '<' becomes text. */
const maxTagChars = 262_144;
/** Characters reported of a comment. */
const maxCommentChars = 1000;

type Mode = 'content' | 'cdata' | 'comment' | 'instruction' | 'doctype' | 'subset' | 'subset-comment' | 'declaration';

function isAngle(code: number): boolean {
  return code === 0x3c || code === 0x3e;
}

export class XmlScanner {
  readonly #tokens: XmlTokens;
  #buffer = '';
  #at = 0;
  #mode: Mode = 'content';
  #quote = '';
  #comment = '';
  #isFirst = true;

  constructor(tokens: XmlTokens) {
    this.#tokens = tokens;
  }

  write(text: string): void {
    this.#buffer = this.#at < this.#buffer.length ? this.#buffer.slice(this.#at) + text : text;
    this.#at = 0;
    while (this.#at < this.#buffer.length && this.#step(false)) {}
  }

  /** Drops the remainder of the current chunk, for a receiver that needs no more. */
  stop(): void {
    this.#buffer = '';
    this.#at = 0;
  }

  /** Reads the remainder. True if the text ended inside a tag, comment or section. */
  end(): boolean {
    while (this.#at < this.#buffer.length && this.#step(true)) {}
    return this.#at < this.#buffer.length || this.#mode !== 'content';
  }

  /** Reads the next token; false if it is incomplete and more text is needed. */
  #step(final: boolean): boolean {
    switch (this.#mode) {
      case 'content':
        return this.#buffer.charCodeAt(this.#at) === 0x3c ? this.#markup(final) : this.#text(final);
      case 'cdata':
        return this.#until(']]>', final, (text) => this.#tokens.text(text));
      case 'comment':
        return this.#until('-->', final, (text) => this.#keepComment(text));
      case 'instruction':
        return this.#instruction(final);
      case 'declaration':
        return this.#until('>', final, null);
      case 'subset-comment':
        return this.#until('-->', final, null);
      default:
        return this.#doctype();
    }
  }

  #text(final: boolean): boolean {
    let end = this.#buffer.indexOf('<', this.#at);
    if (end < 0) {
      end = this.#buffer.length;
      // A reference may continue in the next chunk.
      const ampersand = final ? -1 : this.#buffer.lastIndexOf('&');
      if (ampersand >= this.#at && end - ampersand <= maxReferenceChars) end = ampersand;
    }
    if (end === this.#at) return false;
    this.#emitText(this.#at, end);
    this.#isFirst = false;
    this.#at = end;
    return true;
  }

  #emitText(start: number, end: number): void {
    let first = start;
    while (first < end && isSpace(this.#buffer.charCodeAt(first))) first++;
    if (first === end) return;
    const raw = this.#buffer.slice(start, end);
    if (!raw.includes('&')) {
      this.#tokens.text(raw);
      return;
    }
    const decoded = decodeReferences(raw);
    if (!decoded.wellFormed) this.#tokens.malformed();
    this.#tokens.text(decoded.text);
  }

  /** At '<'. */
  #markup(final: boolean): boolean {
    const next = this.#buffer.charCodeAt(this.#at + 1);
    if (isNameStart(next)) return this.#startTag(final);
    if (next === 0x2f) return this.#endTag(final);
    if (next === 0x3f) return this.#enter('instruction', 2);
    if (next === 0x21) return this.#bang(final);
    if (Number.isNaN(next) && !final) return false;
    return this.#lessThanAsText();
  }

  #startTag(final: boolean): boolean {
    this.#isFirst = false;
    const tag = readStartTag(this.#buffer, this.#at, final);
    if (tag !== null) {
      if (!tag.wellFormed) this.#tokens.malformed();
      this.#at = tag.end;
      this.#tokens.startTag(tag);
      return true;
    }
    if (this.#buffer.length - this.#at < maxTagChars) return false;
    const rescued = readStartTag(this.#buffer, this.#at, true);
    if (rescued === null) return this.#lessThanAsText();
    this.#tokens.malformed();
    this.#at = rescued.end;
    this.#tokens.startTag(rescued);
    return true;
  }

  #endTag(final: boolean): boolean {
    const start = this.#at + 2;
    // Nearly always the expected one, which needs no slicing.
    const expected = this.#tokens.expectedEnd();
    const after = start + expected.length;
    if (expected !== '' && this.#buffer.charCodeAt(after) === 0x3e && this.#buffer.startsWith(expected, start)) {
      this.#at = after + 1;
      this.#tokens.endTag(expected);
      return true;
    }
    const end = nameEnd(this.#buffer, start);
    let close = end;
    while (close < this.#buffer.length && !isAngle(this.#buffer.charCodeAt(close))) close++;
    const isCut = close === this.#buffer.length;
    if (isCut && (final || close - start < maxTagChars)) return false;
    if (isCut) {
      this.#tokens.malformed();
      return this.#enter('declaration', close - this.#at);
    }
    // '</a <b>' is closed before the next tag.
    const isClean = this.#buffer.charCodeAt(close) === 0x3e && this.#buffer.slice(end, close).trim() === '';
    if (!isClean) this.#tokens.malformed();
    this.#at = this.#buffer.charCodeAt(close) === 0x3e ? close + 1 : close;
    this.#tokens.endTag(this.#buffer.slice(start, end));
    return true;
  }

  #lessThanAsText(): boolean {
    this.#tokens.malformed();
    this.#tokens.text('<');
    this.#at++;
    return true;
  }

  /** At '<!'. */
  #bang(final: boolean): boolean {
    const head = this.#buffer.slice(this.#at, this.#at + 9);
    if (head.startsWith('<!--')) return this.#enter('comment', 4);
    if (head === '<![CDATA[') return this.#enter('cdata', 9);
    if (head.toUpperCase() === '<!DOCTYPE') return this.#enter('doctype', 9);
    if (head.length < 9 && !final) return false;
    this.#tokens.malformed();
    return this.#enter('declaration', 2);
  }

  #enter(mode: Mode, skip: number): boolean {
    this.#mode = mode;
    this.#at += skip;
    this.#quote = '';
    return true;
  }

  /** Passes on text up to `mark`, chunk by chunk, then leaves the mode. */
  #until(mark: string, final: boolean, pass: ((text: string) => void) | null): boolean {
    const found = this.#buffer.indexOf(mark, this.#at);
    const keep = final ? 0 : mark.length - 1;
    const end = found >= 0 ? found : Math.max(this.#at, this.#buffer.length - keep);
    if (pass !== null && end > this.#at) pass(this.#buffer.slice(this.#at, end));
    if (found < 0) {
      const moved = end > this.#at;
      this.#at = end;
      return moved;
    }
    this.#at = found + mark.length;
    this.#leave();
    return true;
  }

  #leave(): void {
    if (this.#mode === 'comment') {
      this.#tokens.comment(this.#comment);
      this.#comment = '';
    }
    this.#mode = this.#mode === 'subset-comment' ? 'subset' : 'content';
  }

  #keepComment(text: string): void {
    if (this.#comment.length < maxCommentChars) this.#comment += text.slice(0, maxCommentChars);
  }

  /** After '<?'. It ends at '?>', or before the next tag if that is missing. */
  #instruction(final: boolean): boolean {
    const tag = this.#buffer.indexOf('<', this.#at);
    const body = this.#buffer.slice(this.#at, tag < 0 ? undefined : tag);
    const end = body.indexOf('?>');
    if (end < 0 && tag < 0 && body.length < maxTagChars && !final) return false;
    if (this.#isDeclaration()) this.#tokens.declaration(this.#isFirst);
    this.#isFirst = false;
    if (end >= 0) return this.#enter('content', end + 2);
    this.#tokens.malformed();
    const forgotten = body.indexOf('>');
    return this.#enter('content', forgotten >= 0 ? forgotten + 1 : body.length);
  }

  #isDeclaration(): boolean {
    return this.#buffer.startsWith('xml', this.#at) && isSpace(this.#buffer.charCodeAt(this.#at + 3));
  }

  /** Skips a document type declaration and its internal subset unread: nothing is fetched, no entity is kept. */
  #doctype(): boolean {
    while (this.#at < this.#buffer.length) {
      const character = this.#buffer.charAt(this.#at);
      if (this.#quote !== '') {
        if (character === this.#quote) this.#quote = '';
        // Identifiers can't contain '<', so the closing quote is missing. Entity values can.
        else if (character === '<' && this.#mode === 'doctype') return this.#leaveDoctype(0);
      } else if (character === '"' || character === "'") this.#quote = character;
      else if (this.#mode === 'doctype') {
        if (character === '[') this.#mode = 'subset';
        else if (character === '>') return this.#leaveDoctype(1);
        else if (character === '<') return this.#leaveDoctype(0);
      } else if (character === ']') this.#mode = 'doctype';
      else if (character === '<') return this.#subsetMarkup();
      this.#at++;
    }
    return false;
  }

  #leaveDoctype(skip: number): boolean {
    if (skip === 0) this.#tokens.malformed();
    return this.#enter('content', skip);
  }

  #subsetMarkup(): boolean {
    const next = this.#buffer.charAt(this.#at + 1);
    const head = this.#buffer.slice(this.#at, this.#at + 8);
    if (head.length < 8) return false;
    if (head.startsWith('<!--')) return this.#enter('subset-comment', 4);
    if (next !== '!' && next !== '?' && next !== '%') return this.#leaveDoctype(0);
    if (head === '<!ENTITY') this.#tokens.entityDeclared();
    this.#at++;
    return true;
  }
}
