// Topics declared by the publisher: keywords that are codes or names of the controlled vocabularies.
import type { Topic } from '../model/topic.ts';
import { geossAreas, inspireThemes, topicCategories } from './vocabularies/controlled-vocabularies.ts';

/** Below 1, because publishers make mistakes too. */
const declaredConfidence = 0.97;

const byCategory = new Map(topicCategories.map(({ code }) => [code.toLowerCase(), `iso:${code}`]));
/** English theme names that are longer than our labels. */
const longNames: Readonly<Record<string, string>> = {
  'area management/restriction/regulation zones and reporting units': 'am',
  'area management / restriction / regulation zones & reporting units': 'am',
  'oceanographic geographical features': 'of',
  'meteorological geographical features': 'mf',
  'population distribution — demography': 'pd',
  'population distribution - demography': 'pd',
};
const byTheme = new Map([
  ...inspireThemes.map(({ label, code }) => [label, `inspire:${code}`] as const),
  ...Object.entries(longNames).map(([name, code]) => [name, `inspire:${code}`] as const),
]);
const byArea = new Map(geossAreas.map(({ code }) => [`geoss:${code}`, `geoss:${code}`]));
const themeAddress = /^https?:\/\/inspire\.ec\.europa\.eu\/(?:theme|metadata-codelist\/TopicCategory)\/([A-Za-z]+)$/;

export function declaredTopics(keywords: readonly string[]): readonly Topic[] {
  const found = new Map<string, Topic>();
  for (const keyword of keywords) {
    const id = declaredTopic(keyword.trim());
    if (id !== null) found.set(id, { id, confidence: declaredConfidence, words: [keyword.trim()] });
  }
  return [...found.values()];
}

/** Null for any other keyword. */
export function declaredTopic(keyword: string): string | null {
  const code = themeAddress.exec(keyword)?.[1];
  if (code !== undefined) return code.length === 2 ? themeOf(code) : (byCategory.get(code.toLowerCase()) ?? null);
  const folded = keyword.toLowerCase();
  return byCategory.get(folded) ?? byTheme.get(folded) ?? byArea.get(folded) ?? null;
}

function themeOf(code: string): string | null {
  return inspireThemes.some((theme) => theme.code === code) ? `inspire:${code}` : null;
}
