// Titles as numbers in alphabetical order: sorting millions of them needs no strings.
import { addTokens } from '../../base/text/tokens.ts';

/** Space, digits, letters; ten of them fit into the 53 bits of a number. */
const symbols = ' 0123456789abcdefghijklmnopqrstuvwxyz';
const base = symbols.length + 1;
const length = 10;

/** By the first ten letters and digits, case and accents aside; other scripts behind them. */
export function titleKey(title: string): number {
  const words: string[] = [];
  addTokens(title.slice(0, 60), words);
  const text = words.join(' ');
  let key = 0;
  for (let n = 0; n < length; n++) {
    const symbol = symbols.indexOf(text[n] ?? ' ');
    key = key * base + (symbol < 0 ? base - 1 : symbol);
  }
  return key;
}
