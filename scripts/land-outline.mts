// Writes the outline of the land (Natural Earth 1:110m, public domain) to src/serve/statistics/: `npx tsx scripts/land-outline.mts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unrolled } from '../web/land-shapes.ts';

const target = new URL('../src/serve/statistics/', import.meta.url);

writeFileSync(new URL('land-outline.ts', target), landFile());

/** In quarters of a degree, which is less than a pixel, each point as the step from the one before. */
function landFile(): string {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const { features } = feature(topology, topology.objects.land as GeometryCollection);
  const rings = features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
  const paths = rings.map(unrolled).flatMap((ring) => {
    const points = ring.map(([east = 0, north = 0]) => [4 * (east + 180), 4 * (90 - north)].map(Math.round));
    const shape = points.filter(([x, y], n) => n === 0 || x !== points[n - 1]![0] || y !== points[n - 1]![1]);
    if (shape.length < 4) return [];
    // A ring that crosses one edge of the map is repeated at the other.
    const shifts = [
      0,
      ...(ring.some(([east = 0]) => east > 180) ? [-1440] : []),
      ...(ring.some(([east = 0]) => east < -180) ? [1440] : []),
    ];
    return shifts.map((by) => pathOf(shape.slice(0, -1).map(([x = 0, y = 0]) => [x + by, y])));
  });
  return `// Outline of the land in a plane of 1440 by 720 quarters of a degree, as an SVG path; written by scripts/land-outline.mts.
export const landOutline =
  '${paths.join('')}';
`;
}

function pathOf(points: readonly number[][]): string {
  const steps = points.slice(1).flatMap(([x = 0, y = 0], n) => [x - points[n]![0]!, y - points[n]![1]!]);
  return `M${joined(points[0]!)}l${joined(steps)}z`;
}

/** A minus separates as well as a space. */
function joined(numbers: readonly number[]): string {
  return numbers.map((number, n) => (n > 0 && number >= 0 ? ` ${number}` : `${number}`)).join('');
}
