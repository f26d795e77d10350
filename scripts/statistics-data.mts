// Draws what pictures of statistics are made of: `npx tsx scripts/statistics-data.mts` writes the outline of the land (Natural Earth
// 1:110m, public domain) and the letters (DejaVu Sans, free to draw and pass on) into src/serve/statistics/.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { PNG } from 'pngjs';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { findBrowser } from '../src/fetch/browser/browser-program.ts';
import { unrolled } from '../web/land-shapes.ts';

const target = new URL('../src/serve/statistics/', import.meta.url);
const height = 17;
const baseline = 13;

writeFileSync(new URL('land-outline.ts', target), landFile());
writeFileSync(new URL('letters.ts', target), await lettersFile());

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
    // What goes on beyond an edge of the map comes in again at the other.
    const shifts = [
      0,
      ...(ring.some(([east = 0]) => east > 180) ? [-1440] : []),
      ...(ring.some(([east = 0]) => east < -180) ? [1440] : []),
    ];
    return shifts.map((by) => pathOf(shape.slice(0, -1).map(([x = 0, y = 0]) => [x + by, y])));
  });
  return `// Outline of the land in a plane of 1440 by 720 quarters of a degree, as an SVG path; written by scripts/statistics-data.mts.
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

/** Latin with its accents, Greek and Cyrillic. */
function letterList(): string {
  const ranges = [
    [0x20, 0x7e],
    [0xa1, 0x17f],
    [0x391, 0x3c9],
    [0x410, 0x44f],
  ] as const;
  const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n));
  return `${String.fromCodePoint(...letters.filter((code) => code !== 0xad && code !== 0x3a2))}ЁёІіЇїЄєҐґ–—…“”„’□`;
}

async function lettersFile(): Promise<string> {
  const letters = letterList();
  const browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const drawn = (await page.evaluate(`(() => {
    const letters = ${JSON.stringify([...letters])};
    const canvas = document.createElement('canvas');
    const measure = canvas.getContext('2d');
    measure.font = '13px "DejaVu Sans"';
    const widths = letters.map((letter) => Math.min(35, Math.round(measure.measureText(letter).width)));
    canvas.width = widths.reduce((sum, width) => sum + width, 0);
    canvas.height = ${height};
    const paint = canvas.getContext('2d');
    paint.font = '13px "DejaVu Sans"';
    let x = 0;
    letters.forEach((letter, n) => {
      paint.save();
      paint.beginPath();
      paint.rect(x, 0, widths[n], ${height});
      paint.clip();
      paint.fillText(letter, x, ${baseline});
      paint.restore();
      x += widths[n];
    });
    const { data } = paint.getImageData(0, 0, canvas.width, canvas.height);
    return { widths, width: canvas.width, ink: Array.from(data).filter((_, n) => n % 4 === 3) };
  })()`)) as { widths: number[]; width: number; ink: number[] };
  await browser.close();
  const png = new PNG({ width: drawn.width, height });
  // Sixteen shades do, and pack better.
  for (const [n, ink] of drawn.ink.entries()) {
    png.data.fill(Math.round(ink / 17) * 17, n * 4, n * 4 + 3);
    png.data[n * 4 + 3] = 255;
  }
  const bytes = PNG.sync.write(png, { colorType: 0, inputColorType: 6, inputHasAlpha: true, deflateLevel: 9 });
  const widths = drawn.widths.map((width) => width.toString(36)).join('');
  return `// Letters for pictures of charts: DejaVu Sans, 13 pixels, side by side in one picture; written by scripts/statistics-data.mts.
export const letters =
  ${JSON.stringify(letters)};
/** Pixels each is wide, one sign each, in base 36. */
export const letterWidths =
  '${widths}';
/** PNG in base64, the brighter the more ink. */
export const letterPicture =
  '${bytes.toString('base64')}';
`;
}
