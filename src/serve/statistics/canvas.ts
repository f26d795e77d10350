// A small canvas: rectangles, polygons, circles and words, as PNG. Shapes have soft edges by being looked at four times each way.
import { PNG } from 'pngjs';
import { letterPicture, letters, letterWidths } from './letters.ts';

/** Red, green and blue, 0 … 255. */
export type Color = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

export interface Canvas {
  rectangle(x: number, y: number, width: number, height: number, color: Color): void;
  /** Rings of one shape: what lies inside an even number of them is outside. */
  polygon(rings: readonly (readonly Point[])[], color: Color, opacity?: number): void;
  /** A line of one pixel. */
  line(from: Point, to: Point, color: Color, opacity: number): void;
  circle(center: Point, radius: number, color: Color, opacity?: number): void;
  /** Begins at `x`, its letters stand on `y`. Signs the canvas has no letter for become boxes. */
  words(text: string, x: number, y: number, color: Color): void;
  png(): Uint8Array;
}

/** Looks per pixel and direction. */
const looks = 4;
const lineHeight = 17;
const baseline = 13;

/** Without paper it is transparent. */
export function createCanvas(width: number, height: number, paper: Color | null): Canvas {
  const picture = new PNG({ width, height });
  const blend = (x: number, y: number, [red, green, blue]: Color, opacity: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height || opacity <= 0) return;
    const at = 4 * (y * width + x);
    const { data } = picture;
    const below = data[at + 3]! / 255;
    const together = opacity + below * (1 - opacity);
    const part = opacity / together;
    data[at] = data[at]! + (red - data[at]!) * part;
    data[at + 1] = data[at + 1]! + (green - data[at + 1]!) * part;
    data[at + 2] = data[at + 2]! + (blue - data[at + 2]!) * part;
    data[at + 3] = 255 * together;
  };
  const rectangle: Canvas['rectangle'] = (x, y, wide, high, color) => {
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(width, Math.round(x + wide))];
    const bytes = Uint8Array.from([...color, 255]);
    for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + high)); row++)
      for (let column = left; column < right; column++) picture.data.set(bytes, 4 * (row * width + column));
  };
  if (paper !== null) rectangle(0, 0, width, height, paper);
  return {
    rectangle,
    polygon: (rings, color, opacity = 1) => {
      const crossings = crossingsOf(rings, height * looks);
      const cover = new Uint8Array(width);
      const rows = [...new Set([...crossings.keys()].map((line) => Math.floor(line / looks)))];
      for (const y of rows) {
        cover.fill(0);
        for (let look = 0; look < looks; look++) addSpans(cover, crossings.get(y * looks + look) ?? []);
        for (let x = 0; x < width; x++) blend(x, y, color, (opacity * cover[x]!) / (looks * looks));
      }
    },
    line: (from, to, color, opacity) => {
      const inside = clipped(from, to, [width, height]);
      if (inside === null) return;
      const [[x, y], [endX, endY]] = inside;
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
    words: (text, x, y, color) => {
      let left = Math.round(x);
      for (const { start, wide } of glyphsOf(text)) {
        for (let row = 0; row < lineHeight; row++)
          for (let column = 0; column < wide; column++)
            blend(left + column, Math.round(y) - baseline + row, color, inkAt(start + column, row));
        left += wide;
      }
    },
    png: () => PNG.sync.write(picture, { colorType: paper === null ? 6 : 2, inputHasAlpha: true, deflateLevel: 6 }),
  };
}

/** The part of a line that lies on the canvas, so that one to the ends of the earth costs no more; null for none (Liang and Barsky 1984). */
function clipped([x, y]: Point, [endX, endY]: Point, [width, height]: Point): readonly [Point, Point] | null {
  const [dx, dy] = [endX - x, endY - y];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [-dx, x],
    [dx, width - x],
    [-dy, y],
    [dy, height - y],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  if (enter > leave) return null;
  return [
    [x + enter * dx, y + enter * dy],
    [x + leave * dx, y + leave * dy],
  ];
}

/** By line, a quarter of a pixel each: where the edges of the rings cross it, from left to right. */
function crossingsOf(rings: readonly (readonly Point[])[], lines: number): ReadonlyMap<number, readonly number[]> {
  const crossings = new Map<number, number[]>();
  for (const ring of rings)
    for (let n = 0; n < ring.length; n++) {
      const [x1, y1] = ring[n]!;
      const [x2, y2] = ring[(n + 1) % ring.length]!;
      const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
      // Lines run through the middle of their quarter; the lower end of an edge belongs to the next one.
      const last = Math.min(lines, Math.ceil(bottom * looks - 0.5));
      for (let line = Math.max(0, Math.ceil(top * looks - 0.5)); line < last; line++) {
        const own = crossings.get(line) ?? [];
        own.push(x1 + (((line + 0.5) / looks - y1) / (y2 - y1)) * (x2 - x1));
        crossings.set(line, own);
      }
    }
  for (const line of crossings.values()) line.sort((one, other) => one - other);
  return crossings;
}

/** Adds what lies between every other crossing, in quarters of pixels. */
function addSpans(cover: Uint8Array, crossings: readonly number[]): void {
  for (let n = 0; n + 1 < crossings.length; n += 2) {
    const last = Math.min(cover.length * looks, Math.round(crossings[n + 1]! * looks));
    for (let part = Math.max(0, Math.round(crossings[n]! * looks)); part < last; part++)
      cover[Math.floor(part / looks)]!++;
  }
}

interface Glyph {
  /** Where it begins in the picture of all letters. */
  readonly start: number;
  readonly wide: number;
}

interface Letters {
  readonly glyphs: ReadonlyMap<string, Glyph>;
  readonly picture: PNG;
}

let read: Letters | null = null;

function readLetters(): Letters {
  if (read !== null) return read;
  const glyphs = new Map<string, Glyph>();
  let start = 0;
  for (const [n, letter] of [...letters].entries()) {
    const wide = Number.parseInt(letterWidths[n]!, 36);
    glyphs.set(letter, { start, wide });
    start += wide;
  }
  read = { glyphs, picture: PNG.sync.read(Buffer.from(letterPicture, 'base64')) };
  return read;
}

function glyphsOf(text: string): readonly Glyph[] {
  const { glyphs } = readLetters();
  return [...text.normalize('NFC')].map((letter) => glyphs.get(letter) ?? glyphs.get('□')!);
}

function inkAt(x: number, y: number): number {
  const { picture } = readLetters();
  return picture.data[4 * (y * picture.width + x)]! / 255;
}

/** Pixels. */
export function widthOf(text: string): number {
  return glyphsOf(text).reduce((sum, { wide }) => sum + wide, 0);
}

/** As much of it as fits. */
export function cutToWidth(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  const signs = [...text];
  while (signs.length > 0 && widthOf(`${signs.join('')}…`) > most) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
