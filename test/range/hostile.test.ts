// Damaged starts of files: no kind throws or requests invalid ranges.
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { kinds } from '../../src/kinds/index.ts';
import { fixtureDocument } from '../read-fixture.ts';

const files = kinds.filter(({ family, more }) => family === 'file' && more !== undefined);
const size = 5 * 1024 ** 3;

function fixturesOf(id: string): readonly Uint8Array[] {
  const names = readdirSync(new URL(`../../fixtures/${id}/`, import.meta.url));
  return names.filter((name) => !name.endsWith('.md')).map((name) => fixtureDocument(`${id}/${name}`).bytes);
}

it.each(files)('$id requests ranges within the file, or another URL', (kind) => {
  const damaged = fc
    .record({
      bytes: fc.constantFrom(...fixturesOf(kind.id)),
      end: fc.nat(),
      changes: fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)), { maxLength: 12 }),
    })
    .map(({ bytes, end, changes }) => {
      const head = Buffer.from(bytes.subarray(0, 1 + (end % bytes.length)));
      for (const [at, value] of changes) head[at % head.length] = value;
      return head;
    });
  fc.assert(
    fc.property(damaged, (bytes) => {
      const headers = { 'content-range': `bytes 0-${bytes.length - 1}/${size}` };
      const document = makeDocument({ url: 'http://a.org/x.shp', status: 206, headers, bytes, partial: 'range' });
      const identity = kind.identify(document)[0] ?? { kind: kind.id, version: null, endpoint: document.url };
      kind.describe(document, identity);
      const request = kind.more?.(document, identity) ?? null;
      if (request?.range === undefined || request.url !== document.url) return;
      const [first, last] = request.range;
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeGreaterThanOrEqual(first);
      expect(last).toBeLessThan(size);
      expect(last - first).toBeLessThan(128 * 1024);
    }),
    { numRuns: 200 },
  );
});
