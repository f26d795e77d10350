// One reader on one document, in a separate process; bench/read.ts compiles and starts it.
//
//   node read-child.js READER KIND FILE SECONDS
//
// Reads the document repeatedly for at least SECONDS (once for 0) and prints the cost.
import { readFileSync } from 'node:fs';
import { makeDocument } from '../src/base/document/document.ts';
import type { ResourceKind } from '../src/model/kind.ts';

type Extent = readonly (number | string | null)[] | null | undefined;

/** Name, title and extent of every dataset, the required result of all readers. */
type Rows = readonly (readonly [name: string | null, title: string, extent: Extent])[];

/** Reads the document from bytes, as received from the network. */
type Read = (bytes: Uint8Array) => Rows;

const [reader = '', kind = '', file = '', seconds = '0'] = process.argv.slice(2);

async function ours(): Promise<Read> {
  const exported = kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const module = (await import(`../src/kinds/${kind}.js`)) as Record<string, ResourceKind>;
  const own = module[exported]!;
  return (bytes) => {
    const document = makeDocument({ url: 'http://example.org/ows', bytes });
    const [identity] = own.identify(document);
    const { layers } = own.describe(document, identity!);
    return layers.map(({ name, title, extent }) => [name, title, extent]);
  };
}

interface ClientLayer {
  readonly name: string;
  readonly title: string;
  readonly boundingBoxes?: Readonly<Record<string, Extent>>;
  readonly latLonBoundingBox?: Extent;
  readonly children?: readonly ClientLayer[];
}

async function ogcClient(): Promise<Read> {
  const library = '@camptocamp/ogc-client/dist';
  const { decodeString } = await import(`${library}/shared/encoding.js`);
  const { parseXmlString } = await import(`${library}/shared/xml-utils.js`);
  const parser = await import(`${library}/${kind}/capabilities.js`);
  const read = parser.readLayersFromCapabilities ?? parser.readFeatureTypesFromCapabilities;
  const rows = (layer: ClientLayer): Rows => [
    [layer.name, layer.title, layer.latLonBoundingBox ?? layer.boundingBoxes?.['EPSG:4326']],
    ...(layer.children ?? []).flatMap(rows),
  ];
  return (bytes) => {
    const document = parseXmlString(decodeString(bytes, ''));
    parser.readInfoFromCapabilities(document);
    return (read(document) as readonly ClientLayer[]).flatMap(rows);
  };
}

type Node = Readonly<Record<string, unknown>>;

/** The elements at the end of a path; fast-xml-parser doesn't return an array for a single one. */
function elements(root: unknown, ...path: readonly string[]): readonly Node[] {
  const found = path.reduce<unknown>((node, name) => (node as Node | undefined)?.[name], root);
  if (found === undefined || found === '') return [];
  return (Array.isArray(found) ? found : [found]) as readonly Node[];
}

function corners(box: unknown): Extent {
  const { LowerCorner = '', UpperCorner = '' } = (box ?? {}) as Record<string, string>;
  return [...LowerCorner.split(' '), ...UpperCorner.split(' ')].map(Number);
}

function wmsLayer(node: Node): Rows {
  const box = node.EX_GeographicBoundingBox as Record<string, string> | undefined;
  const sides = [box?.westBoundLongitude, box?.southBoundLatitude, box?.eastBoundLongitude, box?.northBoundLatitude];
  const extent = box === undefined ? null : sides.map(Number);
  return [[(node.Name as string) ?? null, node.Title as string, extent], ...elements(node, 'Layer').flatMap(wmsLayer)];
}

/** Paths of the datasets, and of their name, title and box. */
const places: Readonly<Record<string, readonly [path: readonly string[], name: string, title: string, box: string]>> = {
  wfs: [['WFS_Capabilities', 'FeatureTypeList', 'FeatureType'], 'Name', 'Title', 'WGS84BoundingBox'],
  wmts: [['Capabilities', 'Contents', 'Layer'], 'Identifier', 'Title', 'WGS84BoundingBox'],
  wcs: [['Capabilities', 'Contents', 'CoverageSummary'], 'Identifier', 'Title', 'WGS84BoundingBox'],
  'csw-records': [['GetRecordsResponse', 'SearchResults', 'Record'], 'identifier', 'title', 'BoundingBox'],
};

/** As typical users do: the document as an object, then the required members. */
async function fastXmlParser(): Promise<Read> {
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ ignoreAttributes: false, removeNSPrefix: true, parseTagValue: false });
  return (bytes) => {
    const root: unknown = parser.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    if (kind === 'wms') return elements(root, 'WMS_Capabilities', 'Capability', 'Layer').flatMap(wmsLayer);
    const [path, name, title, box] = places[kind]!;
    return elements(root, ...path).map((one) => [one[name] as string, one[title] as string, corners(one[box])]);
  };
}

const readers: Readonly<Record<string, () => Promise<Read>>> = {
  geotrawl: ours,
  'ogc-client': ogcClient,
  'fast-xml-parser': fastXmlParser,
};

const read = await readers[reader]!();
const bytes: Uint8Array = readFileSync(file);
const baselineMb = peakMb();
// Small documents are read until the code is compiled; only the time after counts.
const warmUntil = performance.now() + Number(seconds) * 1000;
let rows: Rows = [];
while (performance.now() < warmUntil) rows = read(bytes);
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
let times = 0;
do {
  rows = read(bytes);
  times++;
} while (performance.now() - startedAt < Number(seconds) * 1000);
const { user, system } = process.cpuUsage(cpuBefore);
const [wall, cpu] = [(performance.now() - startedAt) / 1000, (user + system) / 1e6];
const named = rows.filter(([name]) => name !== null && name !== '');
const checksum = named.reduce(
  (sum, [, , extent]) => sum + (extent ?? []).reduce<number>((total, side) => total + Number(side), 0),
  0,
);
const result = { times, wall, cpu, datasets: named.length, checksum, baselineMb, peakMb: peakMb() };
console.log(JSON.stringify(result));

/** High-water mark of this program. The one of getrusage is inherited from the process that started it. */
function peakMb(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
