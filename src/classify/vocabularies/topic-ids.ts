// Topics by name: 'inspire:hy', 'iso:inlandWaters', 'geoss:water', 'land-cover:water', 'concept:river'.
import { lazily } from '../../base/memoize.ts';
import { concepts } from './concepts.ts';
import { geossAreas, inspireThemes, topicCategories, type VocabularyEntry } from './controlled-vocabularies.ts';
import { landCoverClasses } from './land-cover-classes.ts';
import type { LexiconLanguage } from './languages.ts';

/** Vocabulary → its entries, in the order topics are shown. */
const vocabularies: Readonly<Record<string, readonly VocabularyEntry[]>> = {
  inspire: inspireThemes,
  iso: topicCategories,
  geoss: geossAreas,
  'land-cover': landCoverClasses,
};

export const topicSchemes: readonly string[] = [...Object.keys(vocabularies), 'concept'];

/** By topic id. */
const entries = lazily(() => {
  const byId = new Map<string, VocabularyEntry>();
  for (const [scheme, list] of Object.entries(vocabularies))
    for (const entry of list) byId.set(`${scheme}:${entry.code}`, entry);
  for (const [id, { terms }] of concepts())
    byId.set(`concept:${id}`, { code: id, label: terms.get('en')![0]!, concept: id });
  return byId;
});

export function topicIds(): readonly string[] {
  return [...entries().keys()];
}

export function isTopicId(id: string): boolean {
  return entries().has(id);
}

/** The display name of a topic; the id itself for a user-defined topic. */
export function topicLabel(id: string, language: LexiconLanguage = 'en'): string {
  const entry = entries().get(id);
  if (entry === undefined) return id;
  return language === 'en' ? entry.label : concepts().get(entry.concept)!.terms.get(language)![0]!;
}
