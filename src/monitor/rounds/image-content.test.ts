// Map images with content, without, or with a message; and bytes that aren't images.
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { decodePicture } from './decode-image.ts';
import { lookAt } from './image-content.ts';

type Color = readonly [red: number, green: number, blue: number, alpha: number];
const white: Color = [255, 255, 255, 255];
const clear: Color = [0, 0, 0, 0];

function draw(size: number, colorAt: (x: number, y: number) => Color): Uint8Array {
  const png = new PNG({ width: size, height: size });
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) png.data.set(colorAt(x, y), (y * size + x) * 4);
  }
  return PNG.sync.write(png);
}

function look(bytes: Uint8Array): string {
  const decoded = decodePicture(bytes);
  return decoded.type === 'picture' ? lookAt(decoded.picture) : decoded.type;
}

/** Letters of a small font, as bit rows: enough for a message. */
const glyphs = ['01110 10001 11111 10000 01110', '11110 10001 10001 11110 10000', '10001 10001 01111 00001 01110'];

function message(ink: Color, background: Color): Uint8Array {
  return draw(64, (x, y) => {
    const [line, row] = [Math.floor((y - 4) / 11), (y - 4) % 11];
    const [letter, column] = [Math.floor((x - 4) / 6), (x - 4) % 6];
    const isSet = y >= 4 && x >= 4 && line < 4 && row < 5 && letter < 9 - line && column < 5;
    const bits = isSet ? (glyphs[(letter + line) % glyphs.length]!.split(' ')[row] ?? '') : '';
    return isSet && bits[column] === '1' ? ink : background;
  });
}

describe('image content', () => {
  it.each([
    ['white', () => white],
    ['transparent', () => clear],
    ['one color', () => [12, 80, 140, 255] as Color],
    ['transparent in several colors', (x: number) => [x, x, 0, 0] as Color],
    [
      'one color with the noise of compression',
      (x: number, y: number) => [200 + ((x * y) % 5), 200, 200, 255] as Color,
    ],
  ])('a picture that is %s is blank', (_, colorAt) => {
    expect(look(draw(64, colorAt))).toBe('blank');
  });

  it.each([
    [
      'a single point',
      (x: number, y: number) => (x > 30 && x < 35 && y > 30 && y < 35 ? [200, 0, 0, 255] : white) as Color,
    ],
    [
      'lines',
      (x: number, y: number) => (Math.abs(x - y) < 2 || Math.abs(x + y - 50) < 2 ? [0, 0, 0, 255] : white) as Color,
    ],
    ['areas', (x: number, y: number) => (x > 20 && y < 40 ? [60, 120, 220, 255] : clear) as Color],
    ['relief', (x: number, y: number) => [x * 3, y * 3, (x + y) % 255, 255] as Color],
    ['scattered points', (x: number, y: number) => ((x * 7 + y * 13) % 97 < 3 ? [0, 0, 0, 255] : white) as Color],
    ['a grid', (x: number, y: number) => (x % 16 === 0 || y % 16 === 0 ? [90, 90, 90, 255] : white) as Color],
    [
      'an area with a border at the left',
      (x: number, y: number) => (x < 12 && y > 10 ? [0, 0, 0, 255] : white) as Color,
    ],
  ])('%s are a map', (_, colorAt) => {
    expect(look(draw(64, colorAt))).toBe('drawn');
  });

  it.each([
    ['black on white', [0, 0, 0, 255], white],
    ['red on white', [220, 0, 0, 255], white],
    ['black on nothing', [0, 0, 0, 255], clear],
  ] as const)('a message in %s is text', (_, ink, background) => {
    expect(look(message(ink, background))).toBe('text');
  });
});

describe('decodePicture', () => {
  it('reports undecodable images, and does not decode large ones', () => {
    expect(decodePicture(new TextEncoder().encode('<html>')).type).toBe('broken');
    const whole = draw(16, () => white);
    expect(decodePicture(whole.subarray(0, 40)).type).toBe('broken');
    const bomb = new Uint8Array(whole);
    new DataView(bomb.buffer).setUint32(16, 60_000);
    new DataView(bomb.buffer).setUint32(20, 60_000);
    expect(decodePicture(bomb).type).toBe('closed');
  });

  it('never throws on damaged bytes', () => {
    const signatures = [
      [0x89, 0x50, 0x4e, 0x47],
      [0xff, 0xd8, 0xff, 0xe0],
      [0x47, 0x49, 0x46, 0x38],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 200 }), (signature, rest) => {
        expect(['picture', 'closed', 'broken']).toContain(decodePicture(Uint8Array.from([...signature, ...rest])).type);
      }),
    );
  });
});
