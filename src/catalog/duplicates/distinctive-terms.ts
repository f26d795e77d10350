// Which names and titles distinguish datasets, and the numbers in them.
import { foldedWords } from '../../base/text/fold-text.ts';
import { isPlaceholderTitle } from '../../describe/placeholder.ts';

/** Words in the names of any dataset. */
const generic = new Set(
  `area areas background base basemap border borders boundaries boundary data dataset default doc document export feature
  features file folder geojson geom geometry grid image img index label labels layer layers legend line lines map maps mosaic
  new out output overview point points poly polygon polygons query raster result results root sample shape shapes sheet table
  temp test tile tiles tmp untitled vector`.split(/\s+/),
);

/** Texts are compared by prefix. */
const maxText = 300;

/** Words separated by single spaces; '' if empty. */
export function folded(text: string): string {
  return foldedWords(text.length > maxText ? text.slice(0, maxText) : text).trim();
}

/** Names are spelled with spaces, dots, underscores, or none. */
export function foldedName(name: string): string {
  return folded(name).replace(/[ .]+/g, '');
}

/** False for generic names: 'boundaries', 'Layer0', 'data 2'. */
export function isDistinctive(words: string): boolean {
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  // 'lc2020' has few letters and is distinctive; 'b1' isn't.
  if (letters < 2 || (letters < 3 && words.length < 5) || isPlaceholderTitle(words)) return false;
  return words.split(' ').some((word) => !generic.has(word.replace(/\d+$/, '')) && /\p{L}{2}/u.test(word));
}

/** Every number, without thousands separators: '1:25 000', '1:25.000' and '25000' are equal. */
export function numbersIn(text: string): readonly string[] {
  const joined = text.slice(0, maxText).replace(/(\d)[ .'’\u00a0\u202f](?=\d{3}(?!\d))/g, '$1');
  return (joined.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => number.replace(/^0+(?=\d)/, ''));
}
