// Changes between two descriptions, ignoring order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDescription, makeLayer } from '../../../test/conformance/made-records.ts';
import type { DescriptionVersion } from '../../model/monitoring.ts';
import type { Layer } from '../../model/resource.ts';
import { changeWords, describeChange, isNoChange, isSuddenLoss, versionedDescription } from './description-change.ts';

const dayMs = 24 * 3_600_000;
const layers = (...names: string[]): Layer[] =>
  names.map((name, index) => makeLayer({ name, title: `Layer ${name}`, extent: [index, 0, index + 1, 1] }));
const described = (list: readonly Layer[], more: object = {}) =>
  versionedDescription(makeDescription({ layers: list, ...more }), '1.3.0');

describe('describeChange', () => {
  it('finds the one layer that was added, and nothing else', () => {
    const change = describeChange(described(layers('a', 'b')), described(layers('a', 'b', 'c')));
    expect(change).toEqual({ added: ['c'], removed: [], renamed: [], moved: [], fields: [] });
    expect(changeWords(change)).toBe('added "c"');
  });

  it('distinguishes a renamed layer from a new one', () => {
    const [a, b] = layers('a', 'b');
    const change = describeChange(described([a!, b!]), described([a!, { ...b!, name: 'water' }]));
    expect(change).toMatchObject({ added: [], removed: [], renamed: [{ from: 'b', to: 'water' }] });
  });

  it('reports moved extents, not recomputed ones', () => {
    const [a, b] = layers('a', 'b');
    const nudged = { ...a!, extent: [1e-7, 0, 1, 1] as const };
    const moved = { ...b!, extent: [1, 0, 3, 1] as const };
    expect(describeChange(described([a!, b!]), described([nudged, moved]))).toMatchObject({ moved: ['b'] });
  });

  it('names the fields of the service that changed', () => {
    const before = described([], { title: 'A', keywords: ['x', 'y'] });
    const after = described([], { title: 'B', keywords: ['y', 'x'], fees: 'none' });
    expect(describeChange(before, after).fields).toEqual(['title', 'terms']);
  });

  it('is nothing for the same layers in any order', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 12 });
    fc.assert(
      fc.property(names, fc.array(fc.nat()), (all, keys) => {
        const list = layers(...all);
        const shuffled = list
          .map((layer, index) => ({ layer, key: keys[index] ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ layer }) => layer);
        expect(isNoChange(describeChange(described(list), described(shuffled)))).toBe(true);
      }),
    );
  });

  it('is symmetric: added in one direction is removed in the other', () => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(names, names, (one, other) => {
        const [there, back] = [describeChange(described(layers(...one)), described(layers(...other))), null];
        const reverse = back ?? describeChange(described(layers(...other)), described(layers(...one)));
        expect([...there.added].sort()).toEqual([...reverse.removed].sort());
      }),
    );
  });
});

describe('isSuddenLoss', () => {
  const version = (count: number, seenMs: number, isSuspicious = false): DescriptionVersion => ({
    number: 1,
    seenMs,
    contentHash: `${count}`,
    change: null,
    isSuspicious,
    description: described(layers(...Array.from({ length: count }, (_, index) => `l${index}`))),
  });
  const nowMs = 100 * dayMs;

  it('doubts the loss of a fifth of the layers at once', () => {
    expect(isSuddenLoss(8, [version(10, nowMs - dayMs)], nowMs)).toBe(true);
    expect(isSuddenLoss(9, [version(10, nowMs - dayMs)], nowMs)).toBe(false);
    expect(isSuddenLoss(0, [version(1, nowMs - dayMs)], nowMs)).toBe(false);
  });

  it('compares with the versions of the last thirty days, without doubted ones', () => {
    expect(isSuddenLoss(8, [version(10, nowMs - 90 * dayMs)], nowMs)).toBe(true);
    const before = [version(2, nowMs - dayMs, true), version(10, nowMs - 5 * dayMs)];
    expect(isSuddenLoss(7, before, nowMs)).toBe(true);
    expect(isSuddenLoss(5, [], nowMs)).toBe(false);
  });
});
