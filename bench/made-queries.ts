// Random queries of every type: 500 at a time.
import type { SeededRandom } from '../src/base/random/seeded-random.ts';
import { lexiconLanguages } from '../src/classify/vocabularies/languages.ts';
import type { SearchQuery } from '../src/model/search.ts';
import { anyConcept, anyCountry, boxIn, term, wordAmong } from './search-catalog.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const everyFacet = [
  'kind',
  'topic',
  'country',
  'organization',
  'software',
  'crs',
  'license',
  'language',
  'quality',
  'year',
];

const world = [-180, -90, 180, 90] as const;

export interface MadeQuery {
  readonly sort: string;
  readonly query: SearchQuery;
}

type Sorts = Readonly<Record<string, readonly [count: number, make: () => SearchQuery]>>;

/** The next 500. */
export function madeQueries(random: SeededRandom): readonly MadeQuery[] {
  const queries = Object.entries(sortsOf(random)).flatMap(([sort, [count, make]]) =>
    Array.from({ length: count }, () => ({ sort, query: withFacets(make(), random) })),
  );
  if (queries.length !== 500) throw new Error(`these are ${queries.length} queries`);
  return queries;
}

function sortsOf(random: SeededRandom): Sorts {
  const rare = () => wordAmong(random, 20_000, 200_000);
  const middling = () => wordAmong(random, 100, 2000);
  const common = () => wordAmong(random, 0, 20);
  const known = () => term(random, anyConcept(random), lexiconLanguages[random.below(lexiconLanguages.length)]!);
  /** From a city to the world. */
  const area = (largest: number) => boxIn(random, anyCountry(random).extent, largest);

  return {
    'rare word': [50, () => ({ words: rare() })],
    'common word': [40, () => ({ words: common() })],
    'common word, each layer': [20, () => ({ words: common(), each: 'layer' })],
    'what things are called': [60, () => ({ words: known() })],
    'two words': [50, () => ({ words: `${known()} ${middling()}` })],
    'two common words': [30, () => ({ words: `${common()} ${common()}` })],
    'three words': [30, () => ({ words: `${known()} ${common()} ${middling()}` })],
    phrase: [20, () => ({ words: `"${common()} ${common()}"` })],
    'beginning of a word': [20, () => ({ words: middling().slice(0, 4) })],
    'mistyped word': [20, () => ({ words: mistyped(middling(), random) })],
    'without a word': [20, () => ({ words: `${known()} -${common()}` })],
    'word and place': [20, () => ({ words: `${known()} ${names.of(anyCountry(random).code.toUpperCase())}` })],
    'area of a city': [20, () => ({ extent: area(0.02) })],
    'area of a country': [20, () => ({ extent: anyCountry(random).extent, relation: 'within' })],
    'word in an area': [40, () => ({ words: known(), extent: area(1) })],
    'common word in the world': [10, () => ({ words: common(), extent: world })],
    'kind and topic': [
      20,
      () => ({ words: known(), filters: { kind: ['wfs'], topic: [`concept:${anyConcept(random)}`] } }),
    ],
    'deep page': [10, () => ({ words: common(), offset: 5000, each: 'layer' })],
  };
}

function mistyped(word: string, random: SeededRandom): string {
  const at = 1 + random.below(word.length - 2);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

/** Every second query counts facets, as for a page with filters. */
function withFacets(query: SearchQuery, seeded: SeededRandom): SearchQuery {
  return seeded.below(2) === 0 ? query : { ...query, facets: everyFacet };
}
