// Layers classified into topics per second and core, on the real services of the corpus. `npx tsx bench/topics.ts`.
import { cpus } from 'node:os';
import { topicReader } from '../src/classify/topic-reader.ts';
import { identify } from '../src/identify/identify.ts';
import { kinds } from '../src/kinds/index.ts';
import { corpusDocument, corpusTable } from '../test/corpus/corpus-files.ts';

const serviceKinds = new Set(['wms', 'wfs', 'wmts', 'wcs']);
const descriptions = corpusTable()
  .filter(({ kind }) => serviceKinds.has(kind))
  .flatMap((row) => identify(corpusDocument(row), kinds).slice(0, 1))
  .map(({ description }) => description);
const context = { endpoint: 'https://geo.example/wms', provenance: null };

/** CPU time, since the machine may be busy. */
const before = process.cpuUsage();
for (const description of descriptions) topicReader.read(description, context);
const { user, system } = process.cpuUsage(before);
const layers = descriptions.reduce((sum, description) => sum + description.layers.length, 0);
const perSecond = Math.round(layers / ((user + system) / 1e6));
process.stdout.write(
  `${layers} layers of ${descriptions.length} services: ${perSecond} layers per second of processor time (${cpus()[0]?.model})\n`,
);
