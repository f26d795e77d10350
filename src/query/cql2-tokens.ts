// CQL2 text cut into words, numbers, texts and signs (OGC 21-065r2, annex B), in one pass.
import { filterError } from './filter-error.ts';

export interface Token {
  readonly is: 'name' | 'quoted' | 'number' | 'text' | 'sign' | 'end';
  /** Names and signs as written, texts and quoted names without their quotes. */
  readonly value: string;
  /** Index of its first character. */
  readonly at: number;
}

const signs = ['<=', '>=', '<>', '!=', '=', '<', '>', '(', ')', ',', '+', '-', '*', '/', '%', '^'];
const nameStart = /[\p{L}_:]/u;
const namePart = /[\p{L}\p{M}\p{N}_:.]/u;

export function readTokens(text: string): readonly Token[] {
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
  return [...tokens, { is: 'end', value: 'the end', at: text.length }];
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
  if (sign === undefined) throw filterError('filter.syntax', `"${first}" means nothing here`, `character ${at + 1}`);
  return [{ is: 'sign', value: sign === '!=' ? '<>' : sign, at }, at + sign.length];
}

/** A quote inside is written twice, or behind a backslash in texts. Other backslashes stay: LIKE needs them. */
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
  throw filterError('filter.syntax', `the ${quote} is never closed`, `character ${at + 1}`);
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
