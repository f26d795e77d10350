// ZIP directories: small, large and damaged.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholeFile } from '../../../test/range/make-files.ts';
import { makeZip64 } from '../../../test/range/make-zip.ts';
import { fixtureDocument } from '../../../test/read-fixture.ts';
import { makeDocument } from '../document/document.ts';
import { fileReader } from './file-reader.ts';
import { readZipDirectory, readZipEntry } from './zip.ts';

function readerOf(bytes: Uint8Array) {
  return fileReader(makeDocument({ url: 'http://a.org/a.zip', bytes }));
}

it('lists deflated files and unpacks them', () => {
  const reader = fileReader(fixtureDocument('shapefile/many.zip'));
  const directory = readZipDirectory(reader);
  expect(directory?.isWhole).toBe(true);
  const readme = directory!.entries.find(({ name }) => name === 'readme.txt')!;
  expect(Buffer.from(readZipEntry(reader, readme, 1000)!.bytes).toString()).toBe('hello\n');
});

it('reads sizes and offsets of ZIP64, and unpacks no more than requested', () => {
  const reader = readerOf(wholeFile(makeZip64([{ name: 'ä/b.txt', content: Buffer.from('0123456789') }])));
  const [entry] = readZipDirectory(reader)!.entries;
  expect(entry).toMatchObject({ name: 'ä/b.txt', size: 10, offset: 0, method: 0 });
  expect(readZipEntry(reader, entry!, 4)).toEqual({ bytes: Buffer.from('0123'), isWhole: false });
});

it('lists the entries at the start if the end is missing', () => {
  const bytes = fixtureDocument('shapefile/stored.zip').bytes;
  const directory = readZipDirectory(readerOf(bytes.subarray(0, bytes.length - 100)));
  expect(directory).toMatchObject({ isWhole: false });
  expect(directory?.entries.map(({ name }) => name)).toEqual([
    'towns_utm.shp',
    'towns_utm.shx',
    'towns_utm.dbf',
    'towns_utm.prj',
  ]);
});

it('never throws on damaged archives', () => {
  const sample = Buffer.from(fixtureDocument('shapefile/many.zip').bytes);
  const damage = fc.array(fc.tuple(fc.nat({ max: sample.length - 1 }), fc.nat({ max: 255 })), { maxLength: 20 });
  fc.assert(
    fc.property(damage, (changes) => {
      const bytes = Buffer.from(sample);
      for (const [at, value] of changes) bytes[at] = value;
      const reader = readerOf(bytes);
      for (const entry of readZipDirectory(reader)?.entries ?? []) readZipEntry(reader, entry, 1000);
    }),
    { numRuns: 300 },
  );
});
