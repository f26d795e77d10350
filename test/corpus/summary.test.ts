// The whole corpus in one table: per label the documents, and how many have their kind, version and counts right.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { arrayAt, readJsonObject } from '../../src/base/json/json.ts';
import { identify } from '../../src/identify/identify.ts';
import { readGeojson } from '../../src/kinds/files/vector/geojson-reader.ts';
import { kinds } from '../../src/kinds/index.ts';
import { readOgcApiDocument } from '../../src/kinds/ogc-api/ogc-api-document.ts';
import type { Document } from '../../src/model/document.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';
import { readAnyKml } from './kml-counts.ts';
import { labels } from './labels.ts';

const rows = corpusRows();

type Count = readonly [figure: string, ours: (discovery: Discovery, document: Document, row: CorpusRow) => unknown];

const layerCount: Count[1] = ({ description }) => description.layerCount;
const features: Count[1] = ({ description }) => description.layers[0]?.featureCount;

/** What is counted in the documents of each label; labels without a line hold one thing, or none. */
const counts: Readonly<Record<string, Count>> = {
  'arcgis-catalog': ['services', layerCount],
  'arcgis-query': ['features', features],
  'arcgis-service': [
    'layers',
    ({ description }, _document, row) => description.layerCount - Number(row.expected.tables),
  ],
  atom: [
    'entries',
    ({ identity, description }, _document, row) =>
      identity.kind === 'atom' ? description.layerCount : row.expected.entries,
  ],
  'csw-records': ['records', layerCount],
  'dcat-datajson': ['datasets', layerCount],
  geojson: ['features', (_finding, document) => readGeojson(readJsonObject(document) ?? {}).featureCount],
  kml: ['placemarks', (_finding, document) => readAnyKml(document).placemarks],
  kmz: ['placemarks', (_finding, document) => readAnyKml(document).placemarks],
  mapstyle: ['sources', layerCount],
  'ogcapi-collections': ['collections', layerCount],
  'ogcapi-conformance': [
    'conformsTo',
    (_finding, document) => arrayAt(readOgcApiDocument(document)?.json ?? {}, 'conformsTo').length,
  ],
  'ogcapi-items': [
    'numberMatched',
    (discovery, document, row) => (row.expected.numberMatched === null ? null : features(discovery, document, row)),
  ],
  opensearch: ['urls', layerCount],
  sos: ['offerings', layerCount],
  'stac-catalog': [
    'child_links',
    ({ description }, _document, row) => description.layerCount - Number(row.expected.item_links),
  ],
  'stac-collections': ['collections', layerCount],
  'stac-item': ['assets', layerCount],
  thredds: ['datasets', layerCount],
  tilejson: ['vector_layers', ({ description }) => (description.layerCount === 1 ? 0 : description.layerCount)],
  tms: ['maps', layerCount],
  topojson: ['objects', layerCount],
  wcs: ['coverages', layerCount],
  wfs: ['feature_types', layerCount],
  wms: ['layers', layerCount],
  wmts: ['layers', layerCount],
  wps: ['processes', layerCount],
};

interface Line {
  label: string;
  documents: number;
  /** Well-formed and no template: the ones that must be right. */
  clean: number;
  kind: number;
  version: number;
  count: number;
  all: number;
  malformed: number;
  readonly wrong: string[];
}

function takeRow(row: CorpusRow, line: Line): void {
  const document = corpusDocument(row);
  const discovery = identify(document, kinds)[0];
  if (row.flags.includes('malformed')) line.malformed++;
  line.documents++;
  if (row.flags.includes('malformed') || row.flags.includes('template')) return;
  line.clean++;
  const meaning = labels[row.kind];
  const accepted = [meaning?.kind ?? undefined, ...(meaning?.others ?? [])];
  const isKind = accepted.includes(discovery?.identity.kind);
  const isVersion = !row.version || discovery === undefined || discovery.identity.version === row.version;
  const count = counts[row.kind];
  const isCount =
    count === undefined || (discovery !== undefined && count[1](discovery, document, row) === row.expected[count[0]]);
  line.kind += Number(isKind);
  line.version += Number(isVersion);
  line.count += Number(isCount);
  if (isKind && isVersion && isCount) line.all++;
  else line.wrong.push(row.file);
}

function summary(): readonly Line[] {
  const byLabel = new Map<string, Line>();
  for (const row of rows) {
    const empty = { documents: 0, clean: 0, kind: 0, version: 0, count: 0, all: 0, malformed: 0 };
    const line = byLabel.get(row.kind) ?? { label: row.kind, ...empty, wrong: [] };
    byLabel.set(row.kind, line);
    takeRow(row, line);
  }
  return [...byLabel.values()].sort((one, other) => one.label.localeCompare(other.label));
}

function tableOf(lines: readonly Line[]): string {
  const head = 'label                documents  clean   kind version  count  malformed, read without a throw';
  const body = lines.map(({ label, documents, clean, kind, version, count, malformed }) =>
    [
      label.padEnd(20),
      ...[documents, clean, kind, version, count, malformed].map((figure) => String(figure).padStart(7)),
    ].join(' '),
  );
  return [head, ...body].join('\n');
}

describe.skipIf(rows.length === 0)('the corpus in one table', () => {
  it('reads 99 of 100 documents with the correct kind, version and count, without further requests', {
    timeout: 120_000,
  }, () => {
    // Every client socket of this process is announced here, whichever module opens it (Node: diagnostics_channel).
    const opened: unknown[] = [];
    const note = (message: unknown) => opened.push(message);
    const channels = ['net.client.socket', 'undici:request:create', 'http.client.request.start'];
    for (const channel of channels) subscribe(channel, note);
    const lines = summary();
    for (const channel of channels) unsubscribe(channel, note);
    const clean = lines.reduce((sum, line) => sum + line.clean, 0);
    const right = lines.reduce((sum, line) => sum + line.all, 0);
    console.log(tableOf(lines));
    console.log(
      `kind, version and count right: ${right} of ${clean} (${((100 * right) / clean).toFixed(2)} %); ` +
        `connections opened: ${opened.length}`,
      lines.flatMap(({ wrong }) => wrong),
    );
    expect(lines.map(({ label }) => label)).toEqual(Object.keys(labels).sort((one, other) => one.localeCompare(other)));
    expect(right / clean).toBeGreaterThanOrEqual(0.99);
    expect(opened).toEqual([]);
  });
});
