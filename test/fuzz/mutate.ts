// Mutates documents: bytes truncated, flipped and spliced, and elements repeated or nested.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { largestBytes, type Sample } from './samples.ts';

type Mutation = (bytes: Buffer, random: SeededRandom, samples: readonly Sample[]) => Buffer;

export function pick<T>(list: readonly T[], random: SeededRandom): T {
  return list[random.below(list.length)]!;
}

/** One to four changes to one of the samples. */
export function mutate(samples: readonly Sample[], random: SeededRandom): Buffer {
  let bytes: Buffer = Buffer.from(pick(samples, random).bytes);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    bytes = pick(mutations, random)(bytes, random, samples).subarray(0, largestBytes);
  }
  return bytes;
}

/** A position in the bytes and a piece from there, at most `longest` long. */
function piece(bytes: Buffer, random: SeededRandom, longest = 2000): { readonly at: number; readonly part: Buffer } {
  const at = random.below(bytes.length + 1);
  return { at, part: bytes.subarray(at, at + random.below(Math.min(longest, bytes.length - at) + 1)) };
}

function insert(bytes: Buffer, at: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
}

/** Text mutations decode as latin1, so that bytes that aren't text survive. */
function asText(change: (text: string, random: SeededRandom) => string): Mutation {
  return (bytes, random) => Buffer.from(change(bytes.toString('latin1'), random), 'latin1');
}

const cut: Mutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1));
const behead: Mutation = (bytes, random) => bytes.subarray(random.below(Math.min(bytes.length, 400) + 1));
const remove: Mutation = (bytes, random) => {
  const { at, part } = piece(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + part.length)]);
};
const splice: Mutation = (bytes, random, samples) => {
  const other = Buffer.from(pick(samples, random).bytes);
  return insert(bytes, random.below(bytes.length + 1), piece(other, random).part);
};
const flip: Mutation = (bytes, random) => {
  const flipped = Buffer.from(bytes);
  for (let flips = 0; flips < 20 && flipped.length > 0; flips++)
    flipped[random.below(flipped.length)] = random.below(256);
  return flipped;
};
/** Lengths, counts and offsets of binary files are mostly in the first kilobytes and have these sizes. */
const extremes = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff];
const overwriteNumber: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes);
  if (changed.length < 8) return changed;
  const at = random.below(Math.min(changed.length, random.below(2) === 0 ? 200 : changed.length) - 7);
  const value = pick(extremes, random);
  if (random.below(2) === 0) changed.writeUInt32LE(value, at);
  else changed.writeUInt32BE(value, at + random.below(5));
  return changed;
};
const repeat: Mutation = (bytes, random) => {
  const { at, part } = piece(bytes, random, 200);
  return insert(bytes, at, ...Array.from({ length: random.below(50) }, () => part));
};

const words: Mutation = asText((text, random) => {
  const tags = [...text.matchAll(/[\w:-]{3,40}/g)].slice(0, 2000);
  if (tags.length < 2) return text;
  const [one, other] = [pick(tags, random)[0], pick(tags, random)[0]];
  return text.replaceAll(one, '\u0000').replaceAll(other, one).replaceAll('\u0000', other);
});
/** Copies an element or object to another position. */
const duplicateSubtree: Mutation = asText((text, random) => {
  const starts = [...text.matchAll(/<([\w:]{1,60})[\s>]|[{[]/g)].slice(0, 2000);
  if (starts.length === 0) return text;
  const { 1: name, index } = pick(starts, random);
  const close = name === undefined ? (text[index] === '{' ? '}' : ']') : `</${name}>`;
  const end = text.indexOf(close, index);
  if (end < 0) return text;
  const subtree = text.slice(index, end + close.length);
  const at = pick(starts, random).index;
  const separator = name === undefined ? ',' : '';
  return `${text.slice(0, at)}${(subtree + separator).repeat(1 + random.below(5))}${text.slice(at)}`;
});
const nestings = [
  ['<a>', '</a>'],
  ['[', ']'],
  ['{"a":', '}'],
  ['<Layer><Title>x</Title>', '</Layer>'],
  ['<Folder>', '</Folder>'],
  ['{"type":"GeometryCollection","geometries":[', ']}'],
] as const;
const nest: Mutation = (bytes, random) => {
  const [open, close] = pick(nestings, random);
  const depth = 1 + random.below(8000);
  const isClosed = random.below(2) === 0;
  const { at, part } = piece(bytes, random, 300);
  return insert(bytes, at, Buffer.from(open.repeat(depth)), part, Buffer.from(isClosed ? close.repeat(depth) : ''));
};
const numbers = ['1e999', '-1e-999', '9'.repeat(400), 'NaN', '-Infinity', '0x10', '1,5', '-0', '2147483648', '٣', ''];
const hugeNumber: Mutation = asText((text, random) => {
  const found = [...text.matchAll(/-?\d{1,30}(?:\.\d{1,30})?/g)].slice(0, 2000);
  if (found.length === 0) return text;
  const { 0: old, index } = pick(found, random);
  return text.slice(0, index) + pick(numbers, random) + text.slice(index + old.length);
});
const entities: Mutation = asText((text, random) => {
  const declared = pick(
    [
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>',
      '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p.dtd">%p;]>',
      `<!DOCTYPE a [<!ENTITY a0 "lol">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};&a${at};">`).join('')}]>`,
    ],
    random,
  );
  const root = Math.max(0, text.search(/<[A-Za-z]/));
  const at = random.below(text.length + 1);
  return `${text.slice(0, root)}${declared}${text.slice(root, Math.max(root, at))}&x;&y;&p;&a20;&#x110000;&#0;&amp${text.slice(Math.max(root, at))}`;
});
const charsets = ['utf-8', 'utf-16', 'iso-8859-1', 'shift_jis', 'utf-7', 'x-nothing', ''];
const wrongCharset: Mutation = (bytes, random) => {
  if (random.below(3) === 0) return Buffer.from(bytes.toString('utf8'), 'utf16le');
  if (random.below(2) === 0)
    return Buffer.concat([Buffer.from(pick(['efbbbf', 'fffe', 'feff'], random), 'hex'), bytes]);
  const text = bytes.toString('latin1').replace(/encoding=["'][^"']{0,40}["']/, `encoding="${pick(charsets, random)}"`);
  return Buffer.from(text, 'latin1');
};

const mutations: readonly Mutation[] = [
  ...[cut, behead, remove, splice, flip, overwriteNumber, repeat],
  ...[words, duplicateSubtree, nest, hugeNumber, entities, wrongCharset],
];
