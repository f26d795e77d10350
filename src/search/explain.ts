// Why a record is among the hits, in plain words, and which of its layers match.
import type { SearchHit } from '../model/search.ts';
import type { Overlap, Relation } from './extent-relation.ts';
import type { RecordWords } from './record-words.ts';
import type { QueryWord } from './words.ts';
import { matchesText } from './words.ts';

const shownLayers = 5;

export interface Why {
  readonly words: readonly QueryWord[];
  /** False when no record has all words and those with some of them are given instead. */
  readonly hasAll: boolean;
  readonly record: RecordWords;
  readonly relation: Relation;
  /** Null when the query names no area. */
  readonly overlap: Overlap | null;
  readonly isWorldwide: boolean;
}

export function explain(why: Why): Pick<SearchHit, 'layers' | 'reasons'> {
  const layers = rankLayers(why);
  return {
    layers: layers.slice(0, shownLayers).map(({ index }) => index),
    reasons: [...wordReasons(why), ...layerReasons(layers), ...areaReasons(why)],
  };
}

function wordReasons({ words, hasAll, record }: Why): readonly string[] {
  if (words.length === 0) return [];
  const reasons: string[] = [];
  if (!hasAll) {
    const found = words.filter((word) => Object.values(record).some((text: string) => matchesText(word, text)));
    reasons.push(`has ${found.length} of ${words.length} words (${quote(found)}); no record has all of them`);
  }
  const parts = [
    [record.title, 'title matches'],
    [record.keywords, 'keywords match'],
    [record.abstract, 'abstract matches'],
    [record.provider, 'provider matches'],
    [record.address, 'address, kind or software matches'],
  ] as const;
  for (const [text, sentence] of parts) {
    const found = words.filter((word) => matchesText(word, text));
    if (found.length > 0) reasons.push(`${sentence} ${quote(found)}`);
  }
  return reasons;
}

interface LayerMatch {
  readonly index: number;
  readonly words: readonly QueryWord[];
}

/** Layers with at least one of the words, those with most words first. */
function rankLayers({ words, record }: Why): readonly LayerMatch[] {
  if (words.length === 0 || record.layers === '') return [];
  return record.layers
    .split('\n')
    .map((line, index) => ({ index, words: words.filter((word) => matchesText(word, line)) }))
    .filter((layer) => layer.words.length > 0)
    .sort((a, b) => b.words.length - a.words.length || a.index - b.index);
}

function layerReasons(layers: readonly LayerMatch[]): readonly string[] {
  const [best] = layers;
  if (best === undefined) return [];
  const asGood = layers.filter(({ words }) => words.length === best.words.length && sameWords(words, best.words));
  return [
    asGood.length === 1
      ? `1 dataset matches ${quote(best.words)}`
      : `${asGood.length} datasets match ${quote(best.words)}`,
  ];
}

function sameWords(a: readonly QueryWord[], b: readonly QueryWord[]): boolean {
  return a.every((word, n) => word === b[n]);
}

function areaReasons({ relation, overlap, isWorldwide }: Why): readonly string[] {
  if (overlap === null) return [];
  if (isWorldwide) return ['its extent is the whole world'];
  if (relation === 'within') return ['lies within the area'];
  if (relation === 'contains') return ['contains the area'];
  return [`covers ${percent(overlap.covered)} of the area`];
}

function percent(share: number): string {
  if (share >= 0.995) return 'all';
  return share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`;
}

function quote(words: readonly QueryWord[]): string {
  return `"${words.map((word) => word.text).join(' ')}"`;
}
