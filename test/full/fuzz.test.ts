// Big fuzz: real documents, cut, spliced and flipped, through every reader. Nothing may throw, whatever comes.
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document.ts';
import { type SeededRandom, seededRandom } from '../../src/base/seeded-random.ts';
import { endpointKey, fetchKey, maskSecrets, requestKey } from '../../src/base/url.ts';
import { extractPage } from '../../src/extract/extract.ts';
import { parseRobots } from '../../src/fetch/robots.ts';
import { hints } from '../../src/identify/hints.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { corpusDocument, corpusRows } from '../corpus/corpus.ts';

const rounds = 20_000;
const largestBytes = 200_000;
const seed = 20_261_115;

describe(`${rounds} mutated documents`, () => {
  const rows = corpusRows();

  it.runIf(rows.length > 0)('are read by every reader without a throw', { timeout: 20 * 60_000 }, () => {
    const random = seededRandom(seed);
    const samples = rows.map((row) => corpusDocument(row).bytes).filter((bytes) => bytes.length <= largestBytes);
    let identified = 0;
    let links = 0;
    for (let round = 0; round < rounds; round++) {
      const bytes = mutate(samples, random);
      const document = makeDocument({
        url: 'http://fuzz.example/ows?service=WMS',
        bytes,
        headers: { 'content-type': pick(types, random) },
      });
      try {
        identified += identify(document, kinds).length;
        hints(document, kinds);
        const page = extractPage(document);
        links += page.links.length;
        page.text();
        for (const link of page.links.slice(0, 50)) readUrl(`${link.url}${link.anchor}${link.window}`);
        parseRobots(document.text()).allows('http://fuzz.example/x?y', 'Geotrawl');
      } catch (error) {
        throw new Error(`round ${round} of seed ${seed}`, { cause: error });
      }
    }
    console.log(`${rounds} documents from ${samples.length} samples: ${identified} resources, ${links} links`);
    expect(identified).toBeGreaterThan(0);
  });
});

const types = [
  'text/html',
  'text/xml; charset=utf-8',
  'application/json',
  'text/plain',
  'application/xml; charset=iso-8859-1',
  '',
];

function readUrl(text: string): void {
  const key = fetchKey(text);
  if (key === null) return;
  requestKey(key);
  endpointKey(key);
  maskSecrets(key);
}

function mutate(samples: readonly Uint8Array[], random: SeededRandom): Uint8Array {
  let bytes = Buffer.from(pick(samples, random));
  for (let changes = 1 + random.below(4); changes > 0; changes--) bytes = change(bytes, samples, random);
  return bytes.subarray(0, largestBytes);
}

function change(bytes: Buffer, samples: readonly Uint8Array[], random: SeededRandom): Buffer<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  const length = random.below(Math.min(2000, bytes.length - at + 1));
  switch (random.below(5)) {
    case 0:
      return Buffer.from(bytes.subarray(0, at));
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2: {
      const other = pick(samples, random);
      const from = random.below(other.length + 1);
      return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + 2000), bytes.subarray(at)]);
    }
    case 3: {
      const flipped = Buffer.from(bytes);
      for (let flips = 0; flips < 20 && flipped.length > 0; flips++)
        flipped[random.below(flipped.length)] = random.below(256);
      return flipped;
    }
    default: {
      const part = bytes.subarray(at, at + Math.min(length, 200));
      return Buffer.concat([
        bytes.subarray(0, at),
        ...Array.from({ length: random.below(50) }, () => part),
        bytes.subarray(at),
      ]);
    }
  }
}

function pick<T>(list: readonly T[], random: SeededRandom): T {
  return list[random.below(list.length)]!;
}
