// Random streams by number: every page draws from its own, so any page can be generated independently.
import { type SeededRandom, seededRandom } from '../../src/base/random/seeded-random.ts';

/** The purpose of a stream: changing how titles are generated must not change which links a page has. */
export type Purpose =
  | 'host'
  | 'layout'
  | 'links'
  | 'text'
  | 'title'
  | 'anchor'
  | 'window'
  | 'address'
  | 'life'
  | 'fetch';

const purposes: Readonly<Record<Purpose, number>> = {
  host: 1,
  layout: 2,
  links: 3,
  text: 4,
  title: 5,
  anchor: 6,
  window: 7,
  address: 8,
  life: 9,
  fetch: 10,
};

/** The stream of one number for one purpose. */
export function chanceOf(seed: number, purpose: Purpose, number: number): SeededRandom {
  return seededRandom(mix(mix(seed | 0, purposes[purpose]), number | 0));
}

/** One draw in [0, 1), for decisions that need no stream. */
export function drawOf(seed: number, purpose: Purpose, number: number): number {
  return (mix(mix(mix(seed | 0, purposes[purpose]), number | 0), 0x5bd1e995) >>> 0) / 0x100000000;
}

function mix(one: number, other: number): number {
  let mixed = Math.imul(one ^ Math.imul(other, 0x85ebca6b), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
  return mixed ^ (mixed >>> 13);
}

/** Log-normal with this median and spread (Box–Muller transform). */
export function drawLogNormal(chance: SeededRandom, median: number, spread: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance.next()));
  return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * chance.next()));
}

/** An index drawn with these weights. */
export function drawWeighted(chance: SeededRandom, weights: readonly number[]): number {
  let rest = chance.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  return weights.length - 1;
}

/** A rank below `size` of a distribution where the k-th is about 1/k as frequent as the first (Zipf). */
export function drawRank(chance: SeededRandom, size: number): number {
  // exp(log x · u) rather than x ** u: twice as fast, and most of the time a page takes.
  return Math.min(size - 1, Math.floor(Math.exp(Math.log(size + 1) * chance.next())) - 1);
}
