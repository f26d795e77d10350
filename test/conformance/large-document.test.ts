// A document of 50,000 layers is read to its end, with memory that a small machine has.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWmsDocument } from '../../bench/wms-document.ts';

const layerCount = 50_000;
const groups = layerCount / 50;
/** JavaScript's own heap; the bytes of the document lie beside it. */
const maxHeapMb = 64;
const maxRssMb = 150;

/** The built readers: a child that compiles TypeScript would be measured with its compiler. */
const built = new URL('../../dist/src/', import.meta.url);

const child = `
import { readFileSync } from 'node:fs';
const { makeDocument } = await import('${new URL('base/document/document.js', built)}');
const { wms } = await import('${new URL('kinds/ogc/wms/wms.js', built)}');
const started = performance.now();
const document = makeDocument({ url: 'http://example.org/wms', bytes: readFileSync(process.argv[1]) });
const { layers, layerCount } = wms.describe(document, wms.identify(document)[0]);
const seconds = (performance.now() - started) / 1000;
// Before the checks below, which aren't part of reading.
const rssMb = process.resourceUsage().maxRSS / 1024;
const names = layers.filter(({ name }) => name !== null).map(({ name }) => name);
console.log(JSON.stringify({
  ...{ layerCount, kept: layers.length, first: names[0], last: names.at(-1), named: new Set(names).size },
  withExtent: layers.filter(({ name, extent }) => name !== null && extent !== null).length,
  ...{ seconds, rssMb },
}));`;

it(`reads ${layerCount} layers completely within ${maxRssMb} MB`, () => {
  if (!existsSync(built)) throw new Error('dist/ is missing: run `npm run build` first, or `npm test`.');
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-large-'));
  try {
    const path = join(folder, 'capabilities.xml');
    writeWmsDocument(path, layerCount);
    const limits = [`--max-old-space-size=${maxHeapMb}`, '--max-semi-space-size=2'];
    const parameters = [...limits, '--input-type=module', '--eval', child, path];
    const { seconds, rssMb, ...read } = JSON.parse(execFileSync(process.execPath, parameters, { encoding: 'utf8' }));
    console.log(`${read.kept} layers in ${seconds.toFixed(1)} s, peak RSS ${rssMb.toFixed(0)} MB`);
    expect(read).toEqual({
      layerCount: layerCount + groups + 1,
      kept: layerCount + groups + 1,
      first: 'region_0:dataset_0',
      last: `region_${(layerCount - 1) % 997}:dataset_${layerCount - 1}`,
      named: layerCount,
      withExtent: layerCount,
    });
    expect(rssMb).toBeLessThanOrEqual(maxRssMb);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
