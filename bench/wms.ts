// Time and memory of reading a WMS with 50,000 layers: `npx tsx bench/wms.ts [layers]`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileReaders } from './compiled-source.ts';
import { writeWmsDocument } from './wms-document.ts';

const layerCount = Number(process.argv[2] ?? 50_000);

const child = `
import { readFileSync } from 'node:fs';
import { makeDocument } from './src/base/document/document.js';
import { wms } from './src/kinds/ogc/wms/wms.js';
const bytes = readFileSync(process.argv[2]);
const before = process.resourceUsage().maxRSS;
const started = process.hrtime.bigint();
const document = makeDocument({ url: 'http://example.org/wms', bytes });
const [identity] = wms.identify(document);
const description = wms.describe(document, identity);
const seconds = Number(process.hrtime.bigint() - started) / 1e9;
console.log(JSON.stringify({ seconds, bytes: bytes.length, layers: description.layers.length, extent: description.extent,
  problems: description.problems.map(({ code }) => code), rssBefore: before / 1024, rss: process.resourceUsage().maxRSS / 1024 }));
`;

const compiled = compileReaders('wms');
const data = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
try {
  const document = join(data, 'capabilities.xml');
  writeWmsDocument(document, layerCount);
  writeFileSync(join(compiled.folder, 'child.js'), child);
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, n = ${layerCount} layers`);
  for (let round = 0; round < 3; round++) {
    const result = JSON.parse(
      execFileSync(process.execPath, [join(compiled.folder, 'child.js'), document], { encoding: 'utf8' }),
    );
    const megabytes = result.bytes / 1e6;
    const rate = `${(megabytes / result.seconds).toFixed(0)} MB/s`;
    console.log(
      `${megabytes.toFixed(1)} MB, ${result.layers} kept, ${result.seconds.toFixed(2)} s, ${rate}, RSS ${result.rss.toFixed(0)} MB (bytes read: ${result.rssBefore.toFixed(0)} MB)`,
    );
  }
} finally {
  rmSync(data, { recursive: true });
  compiled.remove();
}
