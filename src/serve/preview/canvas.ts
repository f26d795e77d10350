// A small canvas for feature previews: polygons, lines and circles with antialiasing (4 × 4 samples per pixel), written as PNG.
import { PNG } from 'pngjs';

/** Red, green and blue, 0 … 255. */
export type Color = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

export interface Canvas {
  /** Rings of one shape, filled by the even-odd rule. */
  polygon(rings: readonly (readonly Point[])[], color: Color, opacity?: number): void;
  /** A line of one pixel. */
  line(from: Point, to: Point, color: Color, opacity: number): void;
  circle(center: Point, radius: number, color: Color, opacity?: number): void;
  png(): Uint8Array;
}

/** Samples per pixel and direction. */
const samples = 4;

/** The background is transparent. */
export function createCanvas(width: number, height: number): Canvas {
  const image = new PNG({ width, height });
  const blend = (x: number, y: number, [red, green, blue]: Color, opacity: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height || opacity <= 0) return;
    const at = 4 * (y * width + x);
    const { data } = image;
    const below = data[at + 3]! / 255;
    const combined = opacity + below * (1 - opacity);
    const share = opacity / combined;
    data[at] = data[at]! + (red - data[at]!) * share;
    data[at + 1] = data[at + 1]! + (green - data[at + 1]!) * share;
    data[at + 2] = data[at + 2]! + (blue - data[at + 2]!) * share;
    data[at + 3] = 255 * combined;
  };
  return {
    polygon: (rings, color, opacity = 1) => {
      const crossings = crossingsOf(rings, height * samples);
      const cover = new Uint8Array(width);
      const rows = [...new Set([...crossings.keys()].map((line) => Math.floor(line / samples)))];
      for (const y of rows) {
        cover.fill(0);
        for (let sample = 0; sample < samples; sample++) addSpans(cover, crossings.get(y * samples + sample) ?? []);
        for (let x = 0; x < width; x++) blend(x, y, color, (opacity * cover[x]!) / (samples * samples));
      }
    },
    line: (from, to, color, opacity) => {
      const visible = clipLine(from, to, [width, height]);
      if (visible === null) return;
      const [[x, y], [endX, endY]] = visible;
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(endX - x), Math.abs(endY - y))));
      for (let step = 0; step < steps; step++) {
        const part = step / steps;
        blend(Math.floor(x + (endX - x) * part), Math.floor(y + (endY - y) * part), color, opacity);
      }
    },
    circle: ([cx, cy], radius, color, opacity = 1) => {
      for (let y = Math.floor(cy - radius - 1); y <= cy + radius + 1; y++)
        for (let x = Math.floor(cx - radius - 1); x <= cx + radius + 1; x++) {
          const away = Math.hypot(x + 0.5 - cx, y + 0.5 - cy);
          blend(x, y, color, opacity * Math.min(1, Math.max(0, radius + 0.5 - away)));
        }
    },
    png: () => PNG.sync.write(image, { colorType: 6, inputHasAlpha: true, deflateLevel: 6 }),
  };
}

/** The part of a line on the canvas, so that a long one costs no more; null if there is none (Liang and Barsky 1984). */
function clipLine([x, y]: Point, [endX, endY]: Point, [width, height]: Point): readonly [Point, Point] | null {
  const [dx, dy] = [endX - x, endY - y];
  let [enter, leave] = [0, 1];
  for (const [step, distance] of [
    [-dx, x],
    [dx, width - x],
    [-dy, y],
    [dy, height - y],
  ] as const) {
    if (step === 0 && distance < 0) return null;
    if (step < 0) enter = Math.max(enter, distance / step);
    if (step > 0) leave = Math.min(leave, distance / step);
  }
  if (enter > leave) return null;
  return [
    [x + enter * dx, y + enter * dy],
    [x + leave * dx, y + leave * dy],
  ];
}

/** By sample row: where the edges of the rings cross it, from left to right. */
function crossingsOf(rings: readonly (readonly Point[])[], lines: number): ReadonlyMap<number, readonly number[]> {
  const crossings = new Map<number, number[]>();
  for (const ring of rings)
    for (let n = 0; n < ring.length; n++) {
      const [x1, y1] = ring[n]!;
      const [x2, y2] = ring[(n + 1) % ring.length]!;
      const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
      // Sampled at the middle of the row; the lower end of an edge belongs to the next edge.
      const last = Math.min(lines, Math.ceil(bottom * samples - 0.5));
      for (let line = Math.max(0, Math.ceil(top * samples - 0.5)); line < last; line++) {
        const own = crossings.get(line) ?? [];
        own.push(x1 + (((line + 0.5) / samples - y1) / (y2 - y1)) * (x2 - x1));
        crossings.set(line, own);
      }
    }
  for (const line of crossings.values()) line.sort((one, other) => one - other);
  return crossings;
}

/** Counts the samples between every other crossing. */
function addSpans(cover: Uint8Array, crossings: readonly number[]): void {
  for (let n = 0; n + 1 < crossings.length; n += 2) {
    const last = Math.min(cover.length * samples, Math.round(crossings[n + 1]! * samples));
    for (let part = Math.max(0, Math.round(crossings[n]! * samples)); part < last; part++)
      cover[Math.floor(part / samples)]!++;
  }
}
