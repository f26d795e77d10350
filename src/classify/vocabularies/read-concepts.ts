// Reads concepts out of the texts in concepts/: a heading for each, then one line of terms per language.
//
//   # river < inland-water: hy inlandWaters cover:water geoss:water
//   en river, rivers
//
// The heading names the concept, the wider one after '<', and after the colon its places in the other vocabularies: INSPIRE
// codes, ISO 19115 categories, land-cover classes, GEOSS areas. Where a vocabulary is not named, the wider concept's places hold
// ('-cover' says that its class does not). The first term of a language is its label.
import type { LexiconLanguage } from './languages.ts';

export interface Concept {
  readonly id: string;
  /** Id of the wider concept. */
  readonly parent: string | null;
  /** Ids of topics in other vocabularies, the nearest first: 'inspire:hy', 'iso:inlandWaters', 'land-cover:water' … */
  readonly links: readonly string[];
  /** Terms by language, the label first. */
  readonly terms: ReadonlyMap<LexiconLanguage, readonly string[]>;
}

export function readConcepts(texts: readonly string[]): ReadonlyMap<string, Concept> {
  const concepts = new Map<string, Concept>();
  for (const block of texts.flatMap((text) => text.split('\n# ').slice(1))) {
    const [heading = '', ...lines] = block.trim().split('\n');
    const concept = { ...readHeading(heading, concepts), terms: new Map(lines.map(readTerms)) };
    if (concepts.has(concept.id)) throw new Error(`the lexicon has two concepts ${concept.id}`);
    concepts.set(concept.id, concept);
  }
  return concepts;
}

function readHeading(heading: string, known: ReadonlyMap<string, Concept>): Omit<Concept, 'terms'> {
  const [names = '', places = ''] = heading.split(':', 1).concat(heading.slice(heading.indexOf(':') + 1));
  const [id = '', parent = null] = names.split('<').map((name) => name.trim());
  const given = heading.includes(':') ? places.trim().split(' ') : [];
  const own = given.filter((place) => place !== '-cover').map(topicOf);
  const inherited = (parent === null ? [] : widerLinks(parent, known)).filter(
    (link) => !own.some((one) => schemeOf(one) === schemeOf(link)) && !(given.includes('-cover') && isCover(link)),
  );
  return { id, parent, links: [...own, ...inherited] };
}

function widerLinks(parent: string, known: ReadonlyMap<string, Concept>): readonly string[] {
  const wider = known.get(parent);
  if (wider === undefined) throw new Error(`the lexicon has no concept ${parent} yet`);
  return wider.links;
}

/** 'hy' → 'inspire:hy', 'cover:water' → 'land-cover:water', 'inlandWaters' → 'iso:inlandWaters'. */
function topicOf(place: string): string {
  if (place.startsWith('cover:')) return `land-${place}`;
  if (place.startsWith('geoss:')) return place;
  return place.length === 2 ? `inspire:${place}` : `iso:${place}`;
}

function schemeOf(link: string): string {
  return link.slice(0, link.indexOf(':'));
}

function isCover(link: string): boolean {
  return link.startsWith('land-cover:');
}

function readTerms(line: string): [LexiconLanguage, readonly string[]] {
  return [line.slice(0, 2) as LexiconLanguage, line.slice(3).split(', ')];
}
