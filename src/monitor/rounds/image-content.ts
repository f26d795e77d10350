// Classifies a small map image: content, blank, or an error message drawn as an image (edge case 53).
import type { Picture } from './decode-image.ts';

export type Look = 'drawn' | 'blank' | 'text';

/** Compression artifacts of this size occur in uniform areas. */
const sameColor = 12;
/** A smaller share of pixels is noise: a map with a single point has more. */
const dirt = 0.0005;

export function lookAt(picture: Picture): Look {
  const ink = inkOf(picture);
  const count = ink.reduce((sum, isInk) => sum + isInk, 0);
  if (count <= dirt * ink.length) return 'blank';
  return isLikeText(picture, ink, count) ? 'text' : 'drawn';
}

/** 1 where a pixel differs from the background, the most frequent color. */
function inkOf({ pixels }: Picture): Uint8Array {
  const background = mostFrequent(pixels);
  const ink = new Uint8Array(pixels.length / 4);
  for (let index = 0; index < ink.length; index++) ink[index] = isFar(pixels, index * 4, background) ? 1 : 0;
  return ink;
}

/** Colors are quantized so that noise doesn't scatter them; transparent pixels are one color. */
function mostFrequent(pixels: Uint8Array): number {
  const counts = new Map<number, { count: number; at: number }>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue, alpha] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!];
    const key = alpha < 16 ? -1 : ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { count: 1, at });
    else known.count++;
  }
  let best = { count: 0, at: 0 };
  for (const one of counts.values()) if (one.count > best.count) best = one;
  return best.at;
}

function isFar(pixels: Uint8Array, at: number, background: number): boolean {
  const [alpha, backgroundAlpha] = [pixels[at + 3]!, pixels[background + 3]!];
  if (alpha < 16 && backgroundAlpha < 16) return false;
  if (Math.abs(alpha - backgroundAlpha) > 2 * sameColor) return true;
  return [0, 1, 2].some((channel) => Math.abs(pixels[at + channel]! - pixels[background + channel]!) > sameColor);
}

/** Letter height of message fonts, in pixels. */
const maxLineHeight = 16;
const minLineHeight = 4;
const maxMargin = 12;
const minGaps = 3;
/**
 * Share of the distance between background and ink: antialiasing and compression leave weaker traces around letters.
 */
const strongInk = 0.35;

/**
 * Error messages have one color, lines that start at the left margin, and many small marks with gaps; and there is
 * hardly anything else in the image. Maps differ.
 */
function isLikeText(picture: Picture, ink: Uint8Array, count: number): boolean {
  if (count > 0.5 * ink.length) return false;
  const strong = strongInkOf(picture, ink);
  if (strong === null) return false;
  const all = sumOf(strong, 0, strong.length);
  const inLines = bandsOf(picture, strong)
    .filter((band) => isLine(picture, strong, band))
    .reduce((sum, { top, bottom }) => sum + sumOf(strong, top * picture.width, (bottom + 1) * picture.width), 0);
  return inLines >= 0.9 * all;
}

function isLine(picture: Picture, ink: Uint8Array, { top, bottom, left }: Band): boolean {
  const height = bottom - top + 1;
  return (
    height >= minLineHeight &&
    height <= maxLineHeight &&
    left <= maxMargin &&
    gapsIn(picture, ink, { top, bottom }) >= minGaps
  );
}

function sumOf(ink: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += ink[index]!;
  return sum;
}

/**
 * The pixels near the color farthest from the background; null if there is more than one ink. Antialiased letters are
 * mixtures: all on one line between two colors.
 */
function strongInkOf({ pixels }: Picture, ink: Uint8Array): Uint8Array | null {
  const background = mostFrequent(pixels);
  let farthest = background;
  let distance = 0;
  for (let index = 0; index < ink.length; index++) {
    const far = ink[index] === 0 ? 0 : distanceOf(pixels, index * 4, background);
    if (far > distance) [farthest, distance] = [index * 4, far];
  }
  const strong = new Uint8Array(ink.length);
  let odd = 0;
  let all = 0;
  for (let index = 0; index < ink.length; index++) {
    const share = ink[index] === 0 ? 0 : distanceOf(pixels, index * 4, background) / distance;
    if (share < strongInk) continue;
    strong[index] = 1;
    all++;
    if (!isMixture(pixels, index * 4, { background, farthest, share })) odd++;
  }
  return odd <= 0.05 * all ? strong : null;
}

function isMixture(
  pixels: Uint8Array,
  at: number,
  { background, farthest, share }: { readonly background: number; readonly farthest: number; readonly share: number },
): boolean {
  // The color of transparent pixels isn't visible.
  if (pixels[background + 3]! < 16) return isNear(pixels, at, farthest);
  return [0, 1, 2].every((channel) => {
    const [from, to] = [pixels[background + channel]!, pixels[farthest + channel]!];
    return Math.abs(pixels[at + channel]! - (from + share * (to - from))) <= 4 * sameColor;
  });
}

function isNear(pixels: Uint8Array, at: number, other: number): boolean {
  return [0, 1, 2].every((channel) => Math.abs(pixels[at + channel]! - pixels[other + channel]!) <= 4 * sameColor);
}

/** Distance over the three colors and the opacity. */
function distanceOf(pixels: Uint8Array, at: number, other: number): number {
  if (pixels[other + 3]! < 16) return pixels[at + 3]!;
  let sum = 0;
  for (let channel = 0; channel < 4; channel++) sum += Math.abs(pixels[at + channel]! - pixels[other + channel]!);
  return sum;
}

interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
}

/** Runs of rows with ink, from the top. */
function bandsOf({ width, height }: Picture, ink: Uint8Array): readonly Band[] {
  const bands: Band[] = [];
  let top = -1;
  let left = width;
  for (let row = 0; row <= height; row++) {
    const first = row === height ? -1 : ink.subarray(row * width, (row + 1) * width).indexOf(1);
    if (first >= 0) {
      if (top < 0) top = row;
      left = Math.min(left, first);
    } else if (top >= 0) {
      bands.push({ top, bottom: row - 1, left });
      top = -1;
      left = width;
    }
  }
  return bands;
}

/** Columns without ink between columns with ink: the gaps between letters. */
function gapsIn({ width }: Picture, ink: Uint8Array, { top, bottom }: Omit<Band, 'left'>): number {
  let gaps = 0;
  let wasInk = false;
  for (let column = 0; column < width; column++) {
    let isInk = false;
    for (let row = top; row <= bottom && !isInk; row++) isInk = ink[row * width + column] === 1;
    if (wasInk && !isInk) gaps++;
    wasInk = isInk;
  }
  return gaps;
}
