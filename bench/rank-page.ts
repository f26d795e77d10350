// The pages of bench/rank: text with a realistic vocabulary, and links, most of them already known.
export const linksPerPage = 40;
/** Already known links, which aren't ranked again: 79 % [GEOWEB]. */
export const repeats = 0.79;
const distinctive =
  'land cover map service layer ocean temperature data climate region model survey water forest portal'.split(' ');
const syllables = 'ba con der en fi gra hol in jo ka lem mi nor o per qui ran sta tur vel wen xi yor zan'.split(' ');
/** Three thousand words with skewed frequencies: the cost of a page depends on the number of distinct words. */
const words = [
  'of',
  'the',
  ...distinctive,
  ...Array.from({ length: 3000 }, (_, n) => [n, n >> 3, n >> 6].map((at) => syllables[at % syllables.length]).join('')),
];
const vary = (number: number): string => {
  const chance = ((Math.imul(number + 1, 0x9e3779b1) >>> 8) % 65536) / 65536;
  return words[Math.floor(words.length ** chance) - 1]!;
};

const repeated = Math.floor(linksPerPage * repeats);
const fresh = linksPerPage - repeated;
/** Pages between finding a link and visiting it. */
const wait = 100;

export function urlOf(number: number): string {
  return `http://h${number % 50}.example/${vary(number)}/p${number}.html`;
}

/** One of the new links of a page is visited, as in long crawls; the others stay queued. */
export function makePage(number: number): string {
  const text = Array.from({ length: 2200 }, (_, index) => vary(number * 3001 + index)).join(' ');
  const links = Array.from({ length: linksPerPage }, (_, index) => {
    const isVisited = index === repeated;
    const target = index < repeated ? index : isVisited ? number + wait : 1_000_000 + number * fresh + index;
    return `<p>See <a href="${urlOf(target)}">the ${vary(target)} of ${vary(target + 1)}</a> for details.</p>`;
  });
  return `<!DOCTYPE html><html><head><title>${vary(number)} ${number}</title></head><body><p>${text}</p>${links.join('\n')}</body></html>`;
}
