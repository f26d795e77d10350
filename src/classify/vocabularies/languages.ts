// The languages every concept of the lexicon has terms in.

/** ISO 639-1. */
export const lexiconLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'ru', 'ja', 'zh'] as const;

export type LexiconLanguage = (typeof lexiconLanguages)[number];
