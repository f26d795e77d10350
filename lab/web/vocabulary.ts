// The vocabulary of a language: stop words, general words and words of topics.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { drawRank } from './chance.ts';
import { type Language, languages } from './languages.ts';
import { serviceWords, siteTopic, siteWords, topics } from './topics.ts';

/** Classes of pages, and one more for words next to services. */
export const serviceClass = siteTopic + 1;
const classCount = serviceClass + 1;

/** General words of a language; texts grow new ones about as fast as real ones do. Measured. */
const generalSize = 6_000;
/** Synthetic words of a topic in addition to its known ones, so that no list of words covers a topic. */
const topicTail = 400;
/** More ranks than a dialect uses. */
const dialectSize = 100_000;
/** Of a topic's words, those from its known list. */
const knownShare = 0.7;

export interface Vocabulary {
  little(chance: SeededRandom): string;
  general(chance: SeededRandom): string;
  /** A word of a class. */
  topical(chance: SeededRandom, topic: number): string;
}

const made = new Map<number, readonly Vocabulary[]>();

/** One per language. Dialects share the known words but no synthetic ones. */
export function vocabulariesOf(dialect: number): readonly Vocabulary[] {
  const known = made.get(dialect);
  if (known !== undefined) return known;
  const vocabularies = languages.map((language) => makeVocabulary(language, dialect * dialectSize));
  made.set(dialect, vocabularies);
  return vocabularies;
}

function makeVocabulary(language: Language, firstRank: number): Vocabulary {
  const little = language.little.split(' ');
  const known = Array.from({ length: classCount }, (_, topic) => knownWords(topic, language));
  const madeUp = new Array<string>(generalSize + classCount * topicTail).fill('');
  const wordAt = (rank: number): string => {
    const present = madeUp[rank]!;
    if (present !== '') return present;
    const word = madeUpWord(language, firstRank + rank);
    madeUp[rank] = word;
    return word;
  };
  // Tails of different topics are disjoint in the order of synthetic words.
  const tailStart = (topic: number): number => generalSize + topic * topicTail;
  return {
    little: (chance) => little[drawRank(chance, little.length)]!,
    general: (chance) => wordAt(drawRank(chance, generalSize)),
    topical: (chance, topic) => {
      const list = known[topic]!;
      return list.length > 0 && chance.next() < knownShare
        ? list[drawRank(chance, list.length)]!
        : wordAt(tailStart(topic) + drawRank(chance, topicTail));
    },
  };
}

function knownWords(topic: number, { code }: Language): readonly string[] {
  if (topic === serviceClass) return serviceWords.split(' ');
  if (topic === siteTopic) return code === 'en' ? siteWords.split(' ') : [];
  const { words, german, french, spanish } = topics[topic]!;
  const list = { en: words, de: german, fr: french, es: spanish }[code];
  return list === undefined ? [] : list.split(' ');
}

/** Different for every rank: the rank is written in syllables. Frequent ranks give short words. */
export function madeUpWord({ openings, endings }: Language, rank: number): string {
  const starts = openings.split(' ');
  const ends = endings.split(' ');
  let rest = Math.floor(rank / ends.length);
  let word = ends[rank % ends.length]!;
  do {
    word = starts[rest % starts.length]! + word;
    rest = Math.floor(rest / starts.length);
  } while (rest > 0);
  return word;
}
