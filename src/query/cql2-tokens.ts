// CQL2 text as tokens (OGC 21-065r2, annex B), in one pass, and the reader that parsers step through them with.
import type { GeotrawlError } from '../model/errors.ts';
import { filterError } from './filter-error.ts';

export interface Token {
  readonly is: 'name' | 'quoted' | 'number' | 'text' | 'sign' | 'end';
  /** Names and signs as written; texts and quoted names without quotes. */
  readonly value: string;
  /** Index of the first character. */
  readonly at: number;
}

export interface TokenReader {
  /** The next token, or one after it. */
  peek(ahead?: number): Token;
  take(): Token;
  /** Consumes the next token if it is this keyword (in any case) or sign. */
  accept(word: string): boolean;
  expect(word: string): void;
  expectText(what: string): Token;
  /** With its sign. */
  expectNumber(): number;
  isNext(word: string, ahead?: number): boolean;
  fail(message: string, token?: Token): GeotrawlError;
  refuse(message: string, token?: Token): GeotrawlError;
}

export function readerOf(text: string): TokenReader {
  const tokens = readTokens(text);
  const last = tokens.at(-1)!;
  let next = 0;
  const peek = (ahead = 0) => tokens[next + ahead] ?? last;
  const where = (token: Token) => `character ${token.at + 1}`;
  const fail = (message: string, token = peek()) => filterError('filter.syntax', message, where(token));
  const isNext = (word: string, ahead = 0) => {
    const token = peek(ahead);
    return (token.is === 'sign' || token.is === 'name') && token.value.toUpperCase() === word;
  };
  const take = () => tokens[next++] ?? last;
  const accept = (word: string) => {
    if (!isNext(word)) return false;
    next++;
    return true;
  };
  return {
    peek,
    take,
    accept,
    isNext,
    fail,
    refuse: (message, token = peek()) => filterError('filter.unsupported', message, where(token)),
    expect: (word) => {
      if (!accept(word)) throw fail(`expected ${word}, not ${peek().value}`);
    },
    expectText: (what) => {
      if (peek().is !== 'text') throw fail(`expected ${what} in single quotes, not ${peek().value}`);
      return take();
    },
    expectNumber: () => {
      const isNegative = accept('-');
      if (!isNegative) accept('+');
      if (peek().is !== 'number') throw fail(`expected a number, not ${peek().value}`);
      const number = Number(take().value);
      return isNegative ? -number : number;
    },
  };
}

/** `(item, item, …)`. */
export function readList<T>(tokens: TokenReader, read: (tokens: TokenReader) => T): readonly T[] {
  tokens.expect('(');
  const list = [read(tokens)];
  while (tokens.accept(',')) list.push(read(tokens));
  tokens.expect(')');
  return list;
}

const signs = ['<=', '>=', '<>', '!=', '=', '<', '>', '(', ')', ',', '+', '-', '*', '/', '%', '^'];
const nameStart = /[\p{L}_:]/u;
const namePart = /[\p{L}\p{M}\p{N}_:.]/u;

function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const [token, end] = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  return [...tokens, { is: 'end', value: 'end of filter', at: text.length }];
}

function readToken(text: string, at: number): readonly [Token, number] {
  const first = text.charAt(at);
  if (first === "'" || first === '"') return readQuoted(text, at, first);
  if (/[0-9]/.test(first) || (first === '.' && /[0-9]/.test(text.charAt(at + 1)))) return readNumber(text, at);
  if (nameStart.test(first)) {
    let end = at + 1;
    while (end < text.length && namePart.test(text.charAt(end))) end++;
    return [{ is: 'name', value: text.slice(at, end), at }, end];
  }
  const sign = signs.find((one) => text.startsWith(one, at));
  if (sign === undefined) throw filterError('filter.syntax', `unexpected "${first}"`, `character ${at + 1}`);
  return [{ is: 'sign', value: sign === '!=' ? '<>' : sign, at }, at + sign.length];
}

/** Quotes are doubled, or in texts escaped with a backslash. Other backslashes stay: LIKE needs them. */
function readQuoted(text: string, at: number, quote: string): readonly [Token, number] {
  let value = '';
  for (let next = at + 1; next < text.length; next++) {
    const character = text.charAt(next);
    if (character === quote) {
      if (text.charAt(next + 1) !== quote) return [{ is: quote === "'" ? 'text' : 'quoted', value, at }, next + 1];
      next++;
    } else if (character === '\\' && quote === "'" && text.charAt(next + 1) === quote) next++;
    value += text.charAt(next);
  }
  throw filterError('filter.syntax', `unclosed ${quote}`, `character ${at + 1}`);
}

function readNumber(text: string, at: number): readonly [Token, number] {
  let end = at;
  const digits = () => {
    while (/[0-9]/.test(text.charAt(end))) end++;
  };
  digits();
  if (text.charAt(end) === '.') {
    end++;
    digits();
  }
  if (/e/i.test(text.charAt(end)) && /^[+-]?[0-9]/.test(text.slice(end + 1, end + 3))) {
    end += 2;
    digits();
  }
  return [{ is: 'number', value: text.slice(at, end), at }, end];
}
