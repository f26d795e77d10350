// The words of a simulated page: its text, its title, and the words in and around its links.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { chanceOf, drawLogNormal } from './chance.ts';
import { shape } from './settings.ts';
import { kinds, type Skeleton } from './skeleton.ts';
import { geodataTopic } from './topics.ts';
import { serviceClass, type Vocabulary } from './vocabulary.ts';

export interface PageWords {
  text(page: number): string;
  title(page: number): string;
  /** Of the link at this index of a page. */
  anchor(page: number, place: number, target: number): string;
  window(page: number, place: number, target: number): string;
}

/** Maximum text length: orderings read no more (`maxRankedText`). */
const maxWords = 700;
/** Share of stop words. Measured: the hundred most frequent words make 39 % of WebKB. */
const littleShare = 0.36;
/** Longer lists of links aren't completely part of the text. */
const maxAnchors = 30;
const generic = ['click here', 'here', 'more', 'next', 'link', 'this page', 'details'];

export function makePageWords(
  seed: number,
  { topic, kind, hostOf, hosts, isList, vocabularies }: Skeleton,
  linksOf: (page: number) => readonly number[],
): PageWords {
  const vocabularyOf = (page: number): Vocabulary => vocabularies[hosts[hostOf[page]!]!.language]!;
  /** The distribution of words about an address. */
  const classOf = (chance: SeededRandom, at: number): number => {
    if (kind[at] !== kinds.service) return topic[at]!;
    const draw = chance.next();
    if (draw < 0.5) return serviceClass;
    return draw < 0.7 ? geodataTopic : topic[at]!;
  };
  const anchor = (page: number, place: number, target: number): string => {
    const chance = chanceOf(seed, 'anchor', Math.imul(page, 64) + place);
    const draw = chance.next();
    if (draw < shape.anchorEmpty) return '';
    if (draw < shape.anchorEmpty + shape.anchorGeneric) return generic[chance.below(generic.length)]!;
    const words = vocabularyOf(page);
    const count = 1 + Math.floor(6 * chance.next() ** 1.3);
    const parts = Array.from({ length: count }, () => words.general(chance));
    const about = classOf(chance, target);
    if (chance.next() < shape.anchorTopic) parts[chance.below(count)] = words.topical(chance, about);
    return parts.join(' ');
  };
  return {
    text: (page) => {
      const chance = chanceOf(seed, 'text', page);
      const words = vocabularyOf(page);
      const count = Math.min(maxWords, Math.floor(drawLogNormal(chance, shape.textMedian, shape.textSpread)));
      const clear = shape.textTopic * chance.next() ** shape.textClarity;
      // Every page also mentions its host's subject.
      const aside = hosts[hostOf[page]!]!.topic;
      const asideShare = 0.05 * chance.next();
      const parts = writeWords(words, chance, count, [
        [clear, topic[page]!],
        [asideShare, aside],
      ]);
      // The words in and around links are part of the text.
      for (const [place, target] of linksOf(page).slice(0, maxAnchors).entries()) {
        parts.push(anchor(page, place, target), words.topical(chance, classOf(chance, target)), words.general(chance));
      }
      addServicePhrases(chance, parts, { isList: isList[page] === 1, isGeodata: topic[page] === geodataTopic });
      return parts.join(' ');
    },
    title: (page) => {
      const chance = chanceOf(seed, 'title', page);
      const words = vocabularyOf(page);
      const count = 2 + chance.below(5);
      const parts = Array.from({ length: count }, () => words.general(chance));
      for (const place of [0, 1]) {
        if (chance.next() < shape.titleTopic) parts[place] = words.topical(chance, topic[page]!);
      }
      return parts.join(' ');
    },
    anchor,
    window: (page, place, target) => {
      const chance = chanceOf(seed, 'window', Math.imul(page, 64) + place);
      const words = vocabularyOf(page);
      const about = classOf(chance, target);
      const clear = shape.windowTopic * chance.next();
      return writeWords(words, chance, 20, [
        [clear, about],
        [0.04, topic[page]!],
      ]).join(' ');
    },
  };
}

/** Stop words, words of topics by their shares, and general words. */
function writeWords(
  words: Vocabulary,
  chance: SeededRandom,
  count: number,
  shares: readonly (readonly [share: number, topic: number])[],
): string[] {
  return Array.from({ length: count }, () => {
    const draw = chance.next();
    let edge = littleShare;
    if (draw < edge) return words.little(chance);
    for (const [share, topic] of shares) {
      edge += share;
      if (draw < edge) return words.topical(chance, topic);
    }
    return words.general(chance);
  });
}

/**
 * The phrases [ATF] looks for. Pages that list services mostly have them, other pages about geodata sometimes: tutorials,
 * news, products. The rates were fitted once so that links on such pages lead to services about as often as published.
 */
function addServicePhrases(
  chance: SeededRandom,
  parts: string[],
  { isList, isGeodata }: { isList: boolean; isGeodata: boolean },
): void {
  const [full, short] = isList ? [0.5, 0.7] : isGeodata ? [0.11, 0.08] : [0.0005, 0.002];
  const put = (phrase: string): void => {
    parts.splice(chance.below(parts.length), 0, phrase);
  };
  if (chance.next() < full) put('web map service');
  if (chance.next() < short) put(chance.next() < 0.6 ? 'wms service' : 'wms server');
}
