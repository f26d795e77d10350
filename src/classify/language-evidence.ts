// Language detection from stop words, letters, and words specific to one language.
import { isStopWord } from './stop-words.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';
import { spacedLanguages } from './word-endings.ts';

/** Evidence per language; a text may be in several (edge case 90). */
export type LanguageEvidence = ReadonlyMap<string, number>;

export const noEvidence: LanguageEvidence = new Map();

/** Letters specific to one of the supported languages. */
const letters: readonly (readonly [RegExp, LexiconLanguage])[] = [
  [/ß/u, 'de'],
  [/[ąćęłńśźż]/iu, 'pl'],
  [/å/iu, 'sv'],
  [/ñ|¿/iu, 'es'],
  [/[ãõ]/iu, 'pt'],
  [/[èêëîûœ]|\bd'/iu, 'fr'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
];

const russianStopWords = new Set(
  'и в на с по для из от до о об к у за при это как не что их его ее или а но же также который которые'.split(' '),
);

/** Languages in which this is a stop word. */
export function stopWordLanguages(word: string): readonly LexiconLanguage[] {
  if (word.length > 10) return [];
  return spacedLanguages.filter((language) =>
    language === 'ru' ? russianStopWords.has(word) : isStopWord(word, language),
  );
}

export function letterEvidence(text: string): Map<string, number> {
  const evidence = new Map<string, number>();
  if (/^[\x00-\x7f]*$/.test(text)) return evidence;
  for (const [letter, language] of letters) if (letter.test(text)) evidence.set(language, 1);
  return evidence;
}

/** Likeliest first; languages below a third of the best are dropped. */
export function likelyLanguages(evidence: LanguageEvidence): readonly string[] {
  const ranked = [...evidence].sort(([, one], [, other]) => other - one);
  const best = ranked[0]?.[1] ?? 0;
  return ranked.filter(([, weight]) => weight >= best / 3 && weight > 0).map(([language]) => language);
}

export function joinEvidence(...all: readonly LanguageEvidence[]): LanguageEvidence {
  const joined = new Map<string, number>();
  for (const one of all)
    for (const [language, weight] of one) joined.set(language, (joined.get(language) ?? 0) + weight);
  return joined;
}

/** Evidence from surrounding texts counts less than one stop word of the text itself. */
const aroundWeight = 0.6;

/** The same in proportion, for one text of several. */
export function scaledEvidence(evidence: LanguageEvidence): LanguageEvidence {
  const most = Math.max(aroundWeight, ...evidence.values());
  return new Map([...evidence].map(([language, weight]) => [language, (aroundWeight * weight) / most]));
}
