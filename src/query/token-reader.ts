// Steps through tokens: looks at the next one, takes it, or says what was expected instead.
import type { GeotrawlError } from '../model/errors.ts';
import { readTokens, type Token } from './cql2-tokens.ts';
import { filterError } from './filter-error.ts';

export interface TokenReader {
  /** The token `ahead` of the next one, which is 0. */
  peek(ahead?: number): Token;
  take(): Token;
  /** Takes the next token if it is this keyword (in any case) or sign. */
  accept(word: string): boolean;
  expect(word: string): void;
  expectText(what: string): Token;
  /** A number with its sign. */
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
      if (!accept(word)) throw fail(`${word} is expected, not ${peek().value}`);
    },
    expectText: (what) => {
      if (peek().is !== 'text') throw fail(`${what} is expected in single quotes, not ${peek().value}`);
      return take();
    },
    expectNumber: () => {
      const isNegative = accept('-');
      if (!isNegative) accept('+');
      if (peek().is !== 'number') throw fail(`a number is expected, not ${peek().value}`);
      const number = Number(take().value);
      return isNegative ? -number : number;
    },
  };
}
