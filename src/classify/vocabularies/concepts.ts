// The concept lexicon: every geospatial concept we know by name, with its terms in twelve languages.
//
// The files in concepts/ have a heading for each concept, then one line of terms per language:
//
//   # river < inland-water: hy inlandWaters cover:water geoss:water
//   en river, rivers
//
// The heading names the concept, its parent after '<', and after the colon its topics in the other vocabularies: INSPIRE codes,
// ISO 19115 categories, land-cover classes, GEOSS areas. Topics of a vocabulary that isn't mentioned are inherited from the parent
// ('-cover' inherits no land-cover class). The first term of a language is its label.
import { readFileSync } from 'node:fs';
import { lazily } from '../../base/memoize.ts';
import type { LexiconLanguage } from './languages.ts';

export interface Concept {
  readonly id: string;
  readonly parent: string | null;
  /** Ids of topics in other vocabularies, the nearest first: 'inspire:hy', 'iso:inlandWaters', 'land-cover:water' … */
  readonly links: readonly string[];
  /** Terms by language, the label first. */
  readonly terms: ReadonlyMap<LexiconLanguage, readonly string[]>;
}

/** Parents come before their children, and results depend on the order. */
const files = 'water ocean land nature earth maps transport society planning economy weather environment'.split(' ');

/** By id. */
export const concepts = lazily(() =>
  readConcepts(files.map((name) => readFileSync(new URL(`./concepts/${name}.txt`, import.meta.url), 'utf8'))),
);

export function readConcepts(texts: readonly string[]): ReadonlyMap<string, Concept> {
  const read = new Map<string, Concept>();
  for (const block of texts.flatMap((text) => text.split('\n# ').slice(1))) {
    const [heading = '', ...lines] = block.trim().split('\n');
    const concept = { ...readHeading(heading, read), terms: new Map(lines.map(readTerms)) };
    if (read.has(concept.id)) throw new Error(`the lexicon has two concepts ${concept.id}`);
    read.set(concept.id, concept);
  }
  return read;
}

function readHeading(heading: string, known: ReadonlyMap<string, Concept>): Omit<Concept, 'terms'> {
  const colon = heading.indexOf(':');
  const [id = '', parent = null] = (colon < 0 ? heading : heading.slice(0, colon))
    .split('<')
    .map((name) => name.trim());
  const codes =
    colon < 0
      ? []
      : heading
          .slice(colon + 1)
          .trim()
          .split(' ');
  const own = codes.filter((code) => code !== '-cover').map(topicOf);
  const ownSchemes = new Set([...own.map(schemeOf), ...(codes.includes('-cover') ? ['land-cover'] : [])]);
  const inherited = parent === null ? [] : linksOf(parent, known).filter((link) => !ownSchemes.has(schemeOf(link)));
  return { id, parent, links: [...own, ...inherited] };
}

function linksOf(id: string, known: ReadonlyMap<string, Concept>): readonly string[] {
  const concept = known.get(id);
  if (concept === undefined) throw new Error(`the lexicon has no concept ${id} yet`);
  return concept.links;
}

/** 'hy' → 'inspire:hy', 'cover:water' → 'land-cover:water', 'inlandWaters' → 'iso:inlandWaters'. */
function topicOf(code: string): string {
  if (code.startsWith('cover:')) return `land-${code}`;
  if (code.startsWith('geoss:')) return code;
  return code.length === 2 ? `inspire:${code}` : `iso:${code}`;
}

export function schemeOf(topic: string): string {
  return topic.slice(0, topic.indexOf(':'));
}

function readTerms(line: string): [LexiconLanguage, readonly string[]] {
  return [line.slice(0, 2) as LexiconLanguage, line.slice(3).split(', ')];
}
