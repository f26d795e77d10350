// Stemming in many languages: Porter's algorithm for English, suffix lists for the others.
import { porterStem } from './porter-stemmer.ts';

/**
 * Noun and adjective suffixes without diacritics, written from grammar: number, gender, case and the most common
 * derivations; verbs are rare in titles and names. The longest suffix that leaves a stem is removed, once.
 */
const endings: Readonly<Record<string, string>> = {
  de:
    'ungen ung lichen lich ischen ischer isches ische isch heiten heit keiten keit innen ern ens nen er en em es ' +
    'e n s',
  nl: 'ingen heden heid lijke lijk ische isch eren ingen ing en er es e s',
  fr:
    'issements issement ations ation ements ement iques ique euses euse ives ive aires aire elles elle ales aux ' +
    'ale al ees ee es s e',
  es: 'aciones acion amientos amiento idades idad icos icas ico ica ales al ores or os as es o a e s',
  it: 'azioni azione amenti amento iche ichi ico ica ita ali ale ori ore i e o a',
  pt: 'acoes acao amentos amento idades idade icos icas ico ica ais al ores or oes ao os as es o a e s',
  sv: 'heterna heten heter ningar ningen ning arna erna orna ande ade are ar er or en et na a e n t s',
  da: 'hederne heden heder ningerne ninger ningen ning erne ende ede ene er en et e s',
  nb: 'hetene heten heter ningene ninger ningen ning ene ende ede er en et e a s',
  pl: 'owych owego owej owie owa owe owy ami ach ych ego ej om ow ie iem em y i a e o u',
  cs: 'ovych oveho ova ove ovy ami ach ich ych eho emu ou um em y i a e o u',
};

const table = new Map(
  Object.entries(endings).map(([language, text]) => [
    language,
    [...new Set(text.split(' '))].sort((one, other) => other.length - one.length),
  ]),
);
/** Norwegian has three codes, two of them in use. */
const sameAs: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', sk: 'cs' };
const shortestStem = 4;

/** For a lowercase word without diacritics; `language` is an ISO 639-1 code. Words of other languages are unchanged. */
export function stem(word: string, language: string): string {
  if (language === 'en') return porterStem(word);
  for (const ending of table.get(sameAs[language] ?? language) ?? []) {
    if (word.length - ending.length >= shortestStem && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}
