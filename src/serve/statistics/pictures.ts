// Charts and maps of the statistics as PNG, for slides and reports: always light, whatever theme a page has.
import { type Canvas, type Color, createCanvas, cutToWidth, type Point, widthOf } from './canvas.ts';
import { landOutline } from './land-outline.ts';
import { type DensityMap, type HostBubble, mapSize } from './map-shapes.ts';

const paper: Color = [255, 255, 255];
const ink: Color = [22, 36, 43];
const soft: Color = [76, 95, 103];
const accent: Color = [11, 92, 102];
const sea: Color = [234, 243, 246];
const land: Color = [214, 224, 212];
const warm: Color = [154, 74, 0];

const [margin, line] = [16, 24];
const chartWidth = 720;
const labelWidth = 260;

export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** Horizontal bars with their numbers, in the order given. */
export function barPicture(title: string, bars: readonly Bar[], written: (count: number) => string): Uint8Array {
  const height = 2 * margin + line * (bars.length + 1);
  const canvas = createCanvas(chartWidth, height, paper);
  canvas.words(cutToWidth(title, chartWidth - 2 * margin), margin, margin + 12, ink);
  const numbers = Math.max(0, ...bars.map(({ count }) => widthOf(written(count))));
  const space = chartWidth - 3 * margin - labelWidth - numbers;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  for (const [n, { label, count }] of bars.entries()) {
    const y = margin + line * (n + 1);
    canvas.words(cutToWidth(label, labelWidth - 8), margin, y + 16, ink);
    canvas.rectangle(margin + labelWidth, y + 4, Math.max(1, (space * count) / most), line - 8, accent);
    canvas.words(written(count), chartWidth - margin - widthOf(written(count)), y + 16, soft);
  }
  return canvas.png();
}

const scale = 1000 / mapSize.width;
const mapHeight = mapSize.height * scale;
const foot = 36;

export function densityPicture({ runs, levels }: DensityMap, written: (count: number) => string): Uint8Array {
  const canvas = mapCanvas();
  const shade = (level: number) => mixed(land, accent, level / Math.max(1, levels.length));
  for (const { x, y, width, height, level } of runs) {
    const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
    const [right, bottom] = [Math.round((x + width) * scale), Math.round((y + height) * scale)];
    canvas.rectangle(left, top, right - left, bottom - top, shade(level));
  }
  drawCoast(canvas);
  let x = margin;
  for (const [n, [from, to]] of levels.entries()) {
    canvas.rectangle(x, mapHeight + 11, 14, 14, shade(n + 1));
    const words = from === to ? written(from) : `${written(from)}–${written(to)}`;
    canvas.words(words, x + 20, mapHeight + 23, ink);
    x += 20 + widthOf(words) + 18;
  }
  return canvas.png();
}

export function hostPicture(bubbles: readonly HostBubble[], words: string): Uint8Array {
  const canvas = mapCanvas();
  for (const { x, y, radius } of bubbles) {
    canvas.circle([x * scale, y * scale], radius * scale, warm, 0.55);
    canvas.circle([x * scale, y * scale], 1.5, warm);
  }
  canvas.words(cutToWidth(words, 1000 - 2 * margin), margin, mapHeight + 23, ink);
  return canvas.png();
}

function mapCanvas(): Canvas {
  const canvas = createCanvas(1000, mapHeight + foot, paper);
  canvas.rectangle(0, 0, 1000, mapHeight, sea);
  canvas.polygon(landRings(), land);
  return canvas;
}

/** To recognize the land by below the colors. */
function drawCoast(canvas: Canvas): void {
  for (const ring of landRings())
    for (const [n, from] of ring.entries()) canvas.line(from, ring[(n + 1) % ring.length]!, soft, 0.6);
}

function mixed(from: Color, to: Color, part: number): Color {
  return [0, 1, 2].map((n) => Math.round(from[n]! + (to[n]! - from[n]!) * part)) as unknown as Color;
}

let rings: readonly (readonly Point[])[] | null = null;

/** The outline as points of the picture: `M` is a place, `l` steps from there. */
function landRings(): readonly (readonly Point[])[] {
  rings ??= landOutline
    .split('z')
    .filter((path) => path !== '')
    .map((path) => {
      const [start = 0, top = 0, ...steps] = (path.match(/-?\d+/g) ?? []).map(Number);
      const points: Point[] = [[start * scale, top * scale]];
      let [x, y] = [start, top];
      for (let n = 0; n + 1 < steps.length; n += 2) {
        x += steps[n]!;
        y += steps[n + 1]!;
        points.push([x * scale, y * scale]);
      }
      return points;
    });
  return rings;
}
