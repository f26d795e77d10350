// Speed of XML event parsing, against saxes with namespaces. Run: npx tsx bench/xml.ts
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { makeDocument } from '../src/base/document/document.ts';
import { readXml } from '../src/base/xml/xml.ts';
import type { Document } from '../src/model/document.ts';
import { spread } from './spread.ts';
import { writeWmsDocument } from './wms-document.ts';

const rounds = 7;
const corpus = new URL('../../shared/corpus/documents/', import.meta.url).pathname;

function documentOf(bytes: Uint8Array): Document {
  return makeDocument({ url: 'http://bench.test/a.xml', bytes });
}

/** Number of elements and length of their attribute values, to verify that both read the same. */
type Totals = readonly [elements: number, attributeCharacters: number];

function withOurs(document: Document): Totals {
  let elements = 0;
  let characters = 0;
  readXml(document, {
    open: ({ attributes }) => {
      elements++;
      for (const value of attributes.values()) characters += value.length;
    },
    text: () => undefined,
    close: () => undefined,
  });
  return [elements, characters];
}

/** Null if saxes rejects the document. */
function withSaxes({ bytes, charset }: Document): Totals | null {
  let elements = 0;
  let characters = 0;
  let isRejected = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    isRejected = true;
  });
  parser.on('opentag', ({ attributes }) => {
    elements++;
    for (const name in attributes) characters += attributes[name]!.value.length;
  });
  parser.on('text', () => undefined);
  parser.on('cdata', () => undefined);
  parser.on('closetag', () => undefined);
  parser.write(new TextDecoder(charset).decode(bytes)).close();
  return isRejected ? null : [elements, characters];
}

function cpuSeconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

function measure(title: string, documents: readonly Document[], passes: number): void {
  const megabytes = (documents.reduce((sum, { bytes }) => sum + bytes.length, 0) * passes) / 1e6;
  const readers = { ours: withOurs, saxes: withSaxes };
  const rates: Record<keyof typeof readers, number[]> = { ours: [], saxes: [] };
  // The first round warms up; the readers alternate, so that other work on the machine hits both.
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['ours', 'saxes'] as const) {
      const seconds = cpuSeconds(() => {
        for (let pass = 0; pass < passes; pass++) for (const document of documents) readers[name](document);
      });
      if (round > 0) rates[name].push(megabytes / seconds);
    }
  }
  const ratios = rates.ours.map((rate, round) => rate / rates.saxes[round]!);
  console.log(`| ${title} | ${spread(rates.ours, 0)} | ${spread(rates.saxes, 0)} | ${spread(ratios, 1)} |`);
}

function makeWms(layers: number): Document {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
  try {
    const path = join(folder, 'wms.xml');
    writeWmsDocument(path, layers);
    return documentOf(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Documents that saxes accepts and both read alike. Line ends in attributes differ: saxes normalizes them. */
function readCorpus(): Document[] {
  if (!existsSync(corpus)) return [];
  return readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.xml'))
    .map((file) => documentOf(readFileSync(join(corpus, file))))
    .filter((document) => withSaxes(document)?.[0] === withOurs(document)[0]);
}

const wms = makeWms(10_000);
if (String(withOurs(wms)) !== String(withSaxes(wms))) throw new Error('The readers differ on the WMS document');
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, MB per CPU-second, n = ${rounds}\n`);
console.log('| documents | ours | saxes | ours / saxes, by round |\n|---|---|---|---|');
measure(`WMS of 10,000 layers, ${(wms.bytes.length / 1e6).toFixed(1)} MB`, [wms], 1);
const documents = readCorpus();
const megabytes = documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
if (documents.length > 0) {
  const largest = documents.reduce((most, one) => (one.bytes.length > most.bytes.length ? one : most));
  measure(`largest of the corpus, ${(largest.bytes.length / 1e6).toFixed(1)} MB`, [largest], 3);
  measure(`corpus, ${documents.length} documents, ${megabytes.toFixed(1)} MB`, documents, 1);
} else console.log('The corpus is absent (../shared/corpus): not measured.');
