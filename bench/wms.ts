// How fast and how large reading a WMS with 50,000 layers is: `npx tsx bench/wms.ts [layers]`.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileReaders } from './compiled-source.ts';

const layerCount = Number(process.argv[2] ?? 50_000);
const groupSize = 50;

function layer(index: number): string {
  const west = ((index * 7919) % 3500) / 10 - 175;
  const south = ((index * 104_729) % 1600) / 10 - 80;
  const box = `minx="${west}" miny="${south}" maxx="${west + 1.5}" maxy="${south + 1.25}"`;
  return `<Layer queryable="1"><Name>region_${index % 997}:dataset_${index}</Name>
<Title>Land cover of tile ${index}, second edition</Title><Abstract>Classified from imagery of ${1990 + (index % 30)} &amp; checked in the field.</Abstract>
<KeywordList><Keyword>land cover</Keyword><Keyword>features</Keyword><Keyword>tile ${index % 400}</Keyword></KeywordList>
<CRS>EPSG:25833</CRS><CRS>CRS:84</CRS><EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${west + 1.5}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${south + 1.25}</northBoundLatitude></EX_GeographicBoundingBox>
<BoundingBox CRS="CRS:84" ${box}/><Style><Name>cover_${index % 12}</Name><Title>Cover</Title></Style></Layer>
`;
}

function writeDocument(path: string): void {
  const file = openSync(path, 'w');
  writeSync(
    file,
    '<?xml version="1.0" encoding="UTF-8"?>\n<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms">',
  );
  writeSync(file, '<Service><Name>WMS</Name><Title>Tiles</Title></Service><Capability><Layer><Title>All</Title>');
  for (let code = 2000; code < 3000; code++) writeSync(file, `<CRS>EPSG:${code}</CRS>`);
  for (let first = 0; first < layerCount; first += groupSize) {
    const size = Math.min(groupSize, layerCount - first);
    const layers = Array.from({ length: size }, (_, offset) => layer(first + offset));
    writeSync(file, `<Layer><Title>Group ${first}</Title>${layers.join('')}</Layer>\n`);
  }
  writeSync(file, '</Layer></Capability></WMS_Capabilities>\n');
  closeSync(file);
}

const child = `
import { readFileSync } from 'node:fs';
import { makeDocument } from './src/base/document.js';
import { wms } from './src/kinds/wms.js';
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
  writeDocument(document);
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
