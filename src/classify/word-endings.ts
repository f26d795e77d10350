// Inflection rules: the noun and adjective endings of each language, to recognize a term in any of its forms.
import { fold } from './tokenizer.ts';
import type { LexiconLanguage } from './vocabularies/languages.ts';

/** Interchangeable endings: 'citi-es' and 'cit-y', 'foreste' and 'foresta'. Diacritics are folded on load. */
const lists: Readonly<Partial<Record<LexiconLanguage, string>>> = {
  en: 's es y ies',
  de: 'e n en er ern es s em',
  fr: 's x e es al aux ale ales',
  es: 's es o a os as',
  it: 'o a i e hi he co ci',
  pt: 's es o a os as ão ões ãos ães al ais el eis m ns',
  nl: 'en s e es er eren',
  pl: 'a y i e ę ą o u ów om ami ach em ie ej ych ich ego emu ymi iej owi owy owa owe owych owej owego ny na ne nych nej',
  sv: 'ar er or en et n t na arna erna orna s a e ens ets ernas arnas',
  ru: 'а я ы и о е у ю ой ей ою ом ем ов ев ам ям ами ями ах ях ый ий ая яя ое ее ые ие ого его ому ему ых их ым им ыми ими ую юю ь ия ию ией иям иях ия',
};

const endingsOf = new Map(
  Object.entries(lists).map(([language, list]) => [language, ['', ...new Set(list.split(' ').map(fold))]]),
);

/** Languages matched by inflection; the others are written without spaces. */
export const spacedLanguages = [...endingsOf.keys()] as LexiconLanguage[];

/** Minimum stem length: shorter stems would conflate different words. Shorter where nearly every noun has an ending. */
const shortStems: readonly LexiconLanguage[] = ['ru', 'pl', 'it'];

export interface Stem {
  readonly stem: string;
  /** The removed ending; '' for the whole word. */
  readonly ending: string;
}

/** The possible base forms of a folded word: itself, and the stem without each ending it has. */
export function stemsOf(word: string, language: LexiconLanguage): readonly Stem[] {
  const stems: Stem[] = [];
  for (const ending of endingsOf.get(language) ?? []) {
    if (ending !== '' && (word.length - ending.length < 3 || !word.endsWith(ending))) continue;
    const stem = ending === '' ? word : word.slice(0, -ending.length);
    stems.push({ stem, ending });
    // Dutch and Swedish double the consonant before an ending: bos, bossen.
    if (ending !== '' && stem.length > 3 && stem.at(-1) === stem.at(-2))
      stems.push({ stem: stem.slice(0, -1), ending });
  }
  return stems;
}

/** Plural endings: a term with one is also found without. */
const plurals = new Set('s es x n en er ar or i'.split(' '));

/** Endings that alternate only with each other: canal and canaux, city and cities; but a portal isn't a port. */
const derived: Readonly<Partial<Record<LexiconLanguage, readonly string[]>>> = {
  en: ['y', 'ies'],
  fr: ['al', 'aux', 'ale', 'ales'],
  it: ['co', 'ci'],
  pt: ['al', 'ais', 'el', 'eis'],
};

/**
 * Whether a term and a word with the same stem are forms of one word: 'foresta' and 'foreste' are, 'lande' and 'land'
 * or 'mine' and 'min' are not. Slavic genitives may have no ending.
 */
export function areForms(stem: string, term: Stem, word: Stem, language: LexiconLanguage): boolean {
  const own = derived[language] ?? [];
  if (own.includes(word.ending) && !own.includes(term.ending)) return false;
  if (term.ending === '') return true;
  const least = shortStems.includes(language) ? 3 : 4;
  if (stem.length < least) return false;
  return word.ending !== '' || plurals.has(term.ending) || language === 'ru' || language === 'pl';
}
