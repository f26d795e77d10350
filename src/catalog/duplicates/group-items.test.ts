// Groups depend only on links, and never contain incompatible items.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupItems, type ItemLink } from './group-items.ts';

const link = (one: string, other: string, strength = 5): ItemLink => ({ one, other, strength });
const nothingApart = () => false;

it('joins linked items', () => {
  expect(groupItems([link('a', 'b'), link('b', 'c'), link('x', 'y')], nothingApart)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ]);
});

it('drops the weaker link between incompatible items', () => {
  const areApart = (one: string, other: string) => [one, other].sort().join('') === 'ac';
  expect(groupItems([link('a', 'b', 9), link('b', 'c', 5)], areApart)).toEqual([['a', 'b']]);
  expect(groupItems([link('a', 'b', 5), link('b', 'c', 9)], areApart)).toEqual([['b', 'c']]);
});

it('gives the same groups for any order of links, none with incompatible items', () => {
  const name = fc.constantFrom(...'abcdefgh');
  const links = fc.array(
    fc
      .record({ one: name, other: name, strength: fc.integer({ min: 1, max: 3 }) })
      .filter(({ one, other }) => one < other),
    { maxLength: 20 },
  );
  const apart = fc.array(fc.tuple(name, name), { maxLength: 6 });
  fc.assert(
    fc.property(links, apart, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (all, pairs, chance) => {
      const said = new Set(pairs.flatMap(([a, b]) => [`${a}${b}`, `${b}${a}`]));
      const areApart = (a: string, b: string) => a !== b && said.has(`${a}${b}`);
      const shuffled = all
        .map((each) => ({ each, at: chance.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each);
      const inOrder = (groups: readonly (readonly string[])[]) => groups.map((group) => group.join('')).sort();
      const groups = groupItems(all, areApart);
      expect(inOrder(groupItems(shuffled, areApart))).toEqual(inOrder(groups));
      for (const group of groups) for (const a of group) for (const b of group) expect(areApart(a, b)).toBe(false);
    }),
  );
});

it('limits the size of groups', () => {
  const chain = Array.from({ length: 200 }, (_, n) => link(`i${1000 + n}`, `i${1001 + n}`));
  for (const group of groupItems(chain, nothingApart)) expect(group.length).toBeLessThanOrEqual(60);
});
