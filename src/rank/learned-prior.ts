// The prior of the learned ordering: weights trained by scripts/train-rank-prior.mts, in a compact encoding.
import { readFileSync } from 'node:fs';
import { lazily } from '../base/memoize.ts';
import { slotCount } from './feature-bag.ts';
import type { ValueModels } from './value-model.ts';

/** Quantization step of the weights. */
const step = 1 / 32;
/** Initial squared gradients of a known weight: what was learned from thousands of links isn't forgotten after ten. */
const inertia = 4;

const packedWeights = lazily(
  () =>
    JSON.parse(readFileSync(new URL('./learned-prior.json', import.meta.url), 'utf8')) as Readonly<
      Record<'found' | 'leadsTo' | 'topic' | 'site', string>
    >,
);

export function applyPrior(models: ValueModels): void {
  const packed = packedWeights();
  for (const name of ['found', 'leadsTo', 'topic', 'site'] as const)
    for (const [slot, weight] of unpackWeights(packed[name])) models[name].put(slot, weight, inertia);
}

/** Three bytes each: a slot, and a weight in steps from −128 to 127. */
export function packWeights(weights: Float32Array): string {
  const bytes: number[] = [];
  for (let slot = 0; slot < slotCount; slot++) {
    const steps = Math.max(-127, Math.min(127, Math.round(weights[slot]! / step)));
    if (steps !== 0) bytes.push(slot & 255, slot >> 8, steps & 255);
  }
  return Buffer.from(bytes).toString('base64');
}

function* unpackWeights(packed: string): Generator<readonly [slot: number, weight: number]> {
  const bytes = Buffer.from(packed, 'base64');
  for (let at = 0; at + 2 < bytes.length; at += 3) yield [bytes.readUInt16LE(at), bytes.readInt8(at + 2) * step];
}
