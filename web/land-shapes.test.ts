// Rings at the antimeridian and around the poles.
import { expect, it } from 'vitest';
import { unrolled } from './land-shapes.ts';

it('leaves other rings unchanged', () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ];
  expect(unrolled(ring)).toEqual(ring);
});

it('continues beyond 180 degrees where a ring crosses the antimeridian', () => {
  const ring = [
    [170, 60],
    [-170, 60],
    [-170, 70],
    [170, 70],
    [170, 60],
  ];
  expect(unrolled(ring).map(([east]) => east)).toEqual([170, 190, 190, 170, 170]);
});

it('closes a ring around a pole along the edge', () => {
  const ring = [
    [-180, -70],
    [-60, -70],
    [60, -70],
    [170, -70],
    [-180, -70],
  ];
  expect(unrolled(ring).slice(-3)).toEqual([
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]);
});
