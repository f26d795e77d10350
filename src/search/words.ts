// The words of a query: what each of them may match, as FTS5 expression and as plain test.
import { GeotrawlError } from '../model/errors.ts';
import { readPieces } from './tokens.ts';

/** Shorter words match only themselves: 'de' must not find every 'depth'. */
const shortestPrefix = 3;
const wordLimit = 64;

/** A word, or characters of an unspaced script that must follow each other. */
interface Phrase {
  readonly tokens: string;
  /** Also matches words that begin with it: 'river' finds 'rivers'. */
  readonly prefix: boolean;
}

export interface QueryWord {
  /** As shown in reasons. */
  readonly text: string;
  /** It matches when all phrases of any one way are there: 'LandCover' by 'landcover', or by 'land' and 'cover'. */
  readonly ways: readonly (readonly Phrase[])[];
}

/** Reads what a person typed. Nothing in it is syntax. */
export function readWords(text: string): readonly QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const { parts, whole } of readPieces(text)) {
    const shown = whole ?? parts.map((each) => each.replaceAll(' ', '')).join('');
    const split = parts.map(toPhrase);
    words.set(shown, { text: shown, ways: whole === null ? [split] : [[toPhrase(whole)], split] });
  }
  if (words.size > wordLimit) {
    throw new GeotrawlError(
      'usage.bad-argument',
      `A search takes at most ${wordLimit} different words, these are ${words.size}. Leave out the less telling ones.`,
      { facts: { words: words.size } },
    );
  }
  return [...words.values()];
}

/** True when the word is in a text made by `tokenText`. */
export function matchesText(word: QueryWord, text: string): boolean {
  return word.ways.some((way) =>
    way.every(({ tokens, prefix }) => text.includes(prefix ? ` ${tokens}` : ` ${tokens} `)),
  );
}

/** FTS5 expression for records that have all of these words. */
export function matchAll(words: readonly QueryWord[]): string {
  return words.map(matchWord).join(' AND ');
}

function matchWord(word: QueryWord): string {
  return `(${word.ways.map((way) => `(${way.map(matchPhrase).join(' AND ')})`).join(' OR ')})`;
}

/** Tokens hold letters, digits and marks only, so quoting them leaves no syntax. The word itself counts on top of the prefix. */
function matchPhrase({ tokens, prefix }: Phrase): string {
  return prefix ? `("${tokens}" OR "${tokens}"*)` : `"${tokens}"`;
}

function toPhrase(tokens: string): Phrase {
  return { tokens, prefix: [...tokens].length >= shortestPrefix };
}
