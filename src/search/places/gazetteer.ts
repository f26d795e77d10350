// Gazetteer: names of countries, continents, larger regions and seas in several languages → bounding boxes. Offline.
import { addTokens } from '../../base/text/tokens.ts';
import type { Extent } from '../../model/extent.ts';
import { countryBoxes } from './countries.ts';
import { regionBoxes } from './regions.ts';

export interface GazetteerPlace {
  /** ISO 3166 code of a country ('CH'), or our own id ('baltic-sea'). */
  readonly id: string;
  readonly label: string;
  readonly extent: Extent;
}

export interface MatchedPlace extends GazetteerPlace {
  /** The words that name it: first inclusive, last exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Languages of country names. */
const languages = 'en de fr es it pt nl pl sv da nb fi cs hu ro el tr ru uk ja zh ko ar'.split(' ');
const longestName = 4;
/** Names that mean something else more often. */
const otherMeanings = new Set(['man', 'chad', 'jordan', 'georgia', 'us', 'mali', 'togo', 'guinea', 'niger']);
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  'south korea': 'KR',
  'north korea': 'KP',
  schweizerische: 'CH',
  deutsche: 'DE',
};

let known: ReadonlyMap<string, GazetteerPlace> | null = null;

/** Places named by consecutive words, longest names first, without overlaps. */
export function findPlaces(words: readonly string[]): readonly MatchedPlace[] {
  known ??= readPlaces();
  const found: MatchedPlace[] = [];
  for (let start = 0; start < words.length; ) {
    let end = Math.min(words.length, start + longestName);
    while (end > start && !known.has(words.slice(start, end).join(' '))) end--;
    const place = known.get(words.slice(start, end).join(' '));
    if (place !== undefined) found.push({ ...place, start, end });
    start = Math.max(start + 1, end);
  }
  return found;
}

function readPlaces(): ReadonlyMap<string, GazetteerPlace> {
  const places = new Map<string, GazetteerPlace>();
  const add = (name: string, place: GazetteerPlace) => {
    const words: string[] = [];
    for (const piece of name.split(/[\s-]+/u)) addTokens(piece, words);
    const folded = isUnspaced(name) ? words.join('') : words.join(' ');
    if (folded.length > 1 && !otherMeanings.has(folded) && !places.has(folded)) places.set(folded, place);
  };
  const countries = [...readCountries()];
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const country of countries) add(names.of(country.id) ?? '', country);
  }
  for (const [name, id] of Object.entries(otherNames)) add(name, countries.find((country) => country.id === id)!);
  for (const { place, names } of readRegions()) for (const name of names) add(name, place);
  return places;
}

/** Names in scripts without spaces are one word. */
function isUnspaced(name: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name);
}

/** Rough boxes by ISO 3166 code. */
export function countryExtents(): ReadonlyMap<string, Extent> {
  return new Map([...readCountries()].map(({ id, extent }) => [id, extent]));
}

function* readCountries(): Generator<GazetteerPlace> {
  const labels = new Intl.DisplayNames(['en'], { type: 'region' });
  for (const entry of countryBoxes.trim().split(/[|\n]/)) {
    const [id = '', ...numbers] = entry.trim().split(' ');
    yield { id, label: labels.of(id) ?? id, extent: numbers.map(Number) as unknown as Extent };
  }
}

function* readRegions(): Generator<{ readonly place: GazetteerPlace; readonly names: readonly string[] }> {
  for (const line of regionBoxes.trim().split('\n')) {
    const [box = '', list = ''] = line.split(': ');
    const [id = '', ...numbers] = box.split(' ');
    const names = list.split(', ');
    yield { place: { id, label: names[0]!, extent: numbers.map(Number) as unknown as Extent }, names };
  }
}
