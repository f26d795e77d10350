// Compares two readings of one document: datasets, titles, extents.
import { foldSpace } from '../../src/base/text/text.ts';
import type { CorpusRow } from '../corpus/corpus.ts';
import type { DocumentFacts } from './document-facts.ts';
import type { Failure, OurReading, Reading, ReadLayer } from './reading.ts';

export type Peer = 'ogc-client' | 'OWSLib';
export type Field = 'document' | 'service title' | 'names' | 'title' | 'extent';

export interface Difference {
  readonly peer: Peer;
  readonly row: CorpusRow;
  readonly field: Field;
  /** Null if one of them lacks it. */
  readonly ours: ReadLayer | null;
  readonly theirs: ReadLayer | null;
  /** Its subject, for the table. */
  readonly told: string;
  readonly failure: Failure | null;
  readonly reading: OurReading;
  readonly facts: DocumentFacts;
}

export interface Comparison {
  /** Values compared: a dataset's name, title or extent, or the title of the service. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** Degrees: rounding of numbers by text or another projection library. */
const tolerance = 1e-6;

type Context = Pick<Difference, 'peer' | 'row' | 'reading' | 'facts'>;

export function compareReadings(context: Context, theirs: Reading | Failure): Comparison {
  const { reading: ours } = context;
  const none = { ...context, ours: null, theirs: null, failure: null };
  if ('error' in theirs) {
    const difference: Difference = { ...none, field: 'document', told: foldSpace(theirs.error), failure: theirs };
    return { compared: 1, differences: [difference] };
  }
  const differences: Difference[] = [];
  let compared = 0;
  const compare = (field: Field, isSame: boolean, pair: Pick<Difference, 'ours' | 'theirs' | 'told'>) => {
    compared++;
    if (!isSame) differences.push({ ...none, field, ...pair });
  };
  if (theirs.title !== null && ours.title + theirs.title !== '') {
    const pair = { ours: service(ours.title), theirs: service(theirs.title) };
    compare('service title', ours.title === theirs.title, { ...pair, told: `"${ours.title}" / "${theirs.title}"` });
  }
  for (const { mine, other } of pairs(ours.layers, theirs.layers)) {
    const name = mine?.name || other?.name || mine?.title || other?.title || '(no name)';
    compare('names', mine !== null && other !== null, { ours: mine, theirs: other, told: name });
    if (mine === null || other === null) continue;
    const pair = { ours: mine, theirs: other };
    compare('title', mine.title === other.title, { ...pair, told: `${name}: "${mine.title}" / "${other.title}"` });
    if (mine.extent === null && other.extent === null) continue;
    const told = `${name}: ${mine.extent?.join(' ') ?? 'none'} / ${other.extent?.join(' ') ?? 'none'}`;
    compare('extent', haveSameExtent(mine, other), { ...pair, told });
  }
  return { compared, differences };
}

function service(title: string): ReadLayer {
  return { name: '', title, extent: null };
}

export function haveSameExtent(one: ReadLayer, other: ReadLayer): boolean {
  const [mine, theirs] = [one.extent, other.extent];
  if (mine === null || theirs === null) return mine === theirs;
  return mine.every((value, index) => Math.abs(value - theirs[index]!) <= tolerance);
}

interface Pair {
  readonly mine: ReadLayer | null;
  readonly other: ReadLayer | null;
}

/** Datasets by name; repeated names are matched in order. */
function pairs(ours: readonly ReadLayer[], theirs: readonly ReadLayer[]): readonly Pair[] {
  const left = new Map<string, ReadLayer[]>();
  for (const layer of theirs) {
    const known = left.get(layer.name);
    if (known === undefined) left.set(layer.name, [layer]);
    else known.push(layer);
  }
  const found = ours.map((mine): Pair => ({ mine, other: left.get(mine.name)?.shift() ?? null }));
  return [...found, ...[...left.values()].flat().map((other): Pair => ({ mine: null, other }))];
}
