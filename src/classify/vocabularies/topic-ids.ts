// Topics by name: 'inspire:hy', 'iso:inlandWaters', 'geoss:water', 'land-cover:water', 'concept:river'.
import { concepts } from './concepts.ts';
import { geossAreas } from './geoss-areas.ts';
import { inspireThemes } from './inspire-themes.ts';
import { landCoverClasses } from './land-cover-classes.ts';
import type { LexiconLanguage } from './languages.ts';
import { topicCategories } from './topic-categories.ts';
import type { VocabularyEntry } from './vocabulary-entry.ts';

/** Vocabulary → its entries, in the order topics are shown. */
const vocabularies: Readonly<Record<string, readonly VocabularyEntry[]>> = {
  inspire: inspireThemes,
  iso: topicCategories,
  geoss: geossAreas,
  'land-cover': landCoverClasses,
};

export const topicSchemes: readonly string[] = [...Object.keys(vocabularies), 'concept'];

const entries = new Map<string, VocabularyEntry>();
for (const [scheme, list] of Object.entries(vocabularies))
  for (const entry of list) entries.set(`${scheme}:${entry.code}`, entry);
for (const [id, { terms }] of concepts)
  entries.set(`concept:${id}`, { code: id, label: terms.get('en')![0]!, concept: id });

/** Ids of all topics there are. */
export function topicIds(): readonly string[] {
  return [...entries.keys()];
}

export function isTopicId(id: string): boolean {
  return entries.has(id);
}

/** What to call a topic; the id itself where it is one of a user's own. */
export function topicLabel(id: string, language: LexiconLanguage = 'en'): string {
  const entry = entries.get(id);
  if (entry === undefined) return id;
  return language === 'en' ? entry.label : concepts.get(entry.concept)!.terms.get(language)![0]!;
}
