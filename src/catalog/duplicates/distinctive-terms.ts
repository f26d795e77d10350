// Which names and titles tell one dataset from another, and the numbers in them.
import { foldedWords } from '../../base/text/folded-words.ts';
import { isPlaceholderTitle } from '../../describe/placeholder.ts';

/** Words that any dataset may be called by. */
const generic = new Set(
  `area areas background base basemap border borders boundaries boundary data dataset default doc document export feature
  features file folder geojson geom geometry grid image img index label labels layer layers legend line lines map maps mosaic
  new out output overview point points poly polygon polygons query raster result results root sample shape shapes sheet table
  temp test tile tiles tmp untitled vector`.split(/\s+/),
);

/** Texts are compared by their beginning. */
const maxText = 300;

/** Words with single spaces between; '' for none. */
export function folded(text: string): string {
  return foldedWords(text.length > maxText ? text.slice(0, maxText) : text).trim();
}

/** Names are spelled with spaces, points or underscores, or without. */
export function foldedName(name: string): string {
  return folded(name).replace(/[ .]+/g, '');
}

/** False for what any dataset could be called: 'boundaries', 'Layer0', 'data 2'. */
export function tells(words: string): boolean {
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  // 'lc2020' has few letters and tells; 'b1' does not.
  if (letters < 2 || (letters < 3 && words.length < 5) || isPlaceholderTitle(words)) return false;
  return words.split(' ').some((word) => !generic.has(word.replace(/\d+$/, '')) && /\p{L}{2}/u.test(word));
}

/** Every number, thousands as one: '1:25 000', '1:25.000' and '25000' have the same. */
export function numbersIn(text: string): readonly string[] {
  const joined = text.slice(0, maxText).replace(/(\d)[ .'’\u00a0\u202f](?=\d{3}(?!\d))/g, '$1');
  return (joined.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => number.replace(/^0+(?=\d)/, ''));
}
