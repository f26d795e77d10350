// @camptocamp/ogc-client as a second opinion: its own parsing modules on a document's bytes, without its network part.
import { parseBaseCollectionInfo } from '@camptocamp/ogc-client/dist/ogc-api/info.js';
import { decodeString } from '@camptocamp/ogc-client/dist/shared/encoding.js';
import { check } from '@camptocamp/ogc-client/dist/shared/errors.js';
import { parseXmlString } from '@camptocamp/ogc-client/dist/shared/xml-utils.js';
import { parseTileMapServiceXML, parseTileMapXML } from '@camptocamp/ogc-client/dist/tms/parser.js';
import * as wfs from '@camptocamp/ogc-client/dist/wfs/capabilities.js';
import * as wms from '@camptocamp/ogc-client/dist/wms/capabilities.js';
import * as wmts from '@camptocamp/ogc-client/dist/wmts/capabilities.js';
import { type Failure, makeReading, type Reading } from './reading.ts';

type XmlDocument = ReturnType<typeof parseXmlString>;
type Row = Parameters<typeof makeReading>[1][number];

interface WmsLayer {
  readonly name: string;
  readonly title: string;
  readonly boundingBoxes: Readonly<Record<string, readonly unknown[]>>;
  readonly children?: readonly WmsLayer[];
}

/** Its own type lacks the title. */
interface WmtsLayer {
  readonly name: string;
  readonly title?: string;
  readonly latLonBoundingBox?: readonly number[];
}

const xmlReaders: Readonly<Record<string, (document: XmlDocument) => Reading>> = {
  wms: (document) =>
    makeReading(
      wms.readInfoFromCapabilities(document).title,
      (wms.readLayersFromCapabilities(document) as readonly WmsLayer[]).flatMap(wmsRows),
    ),
  wfs: (document) =>
    makeReading(
      wfs.readInfoFromCapabilities(document).title,
      wfs
        .readFeatureTypesFromCapabilities(document)
        .map(({ name, title, latLonBoundingBox }): Row => [name, title, latLonBoundingBox ?? null]),
    ),
  wmts: (document) =>
    makeReading(
      wmts.readInfoFromCapabilities(document).title,
      (wmts.readLayersFromCapabilities(document) as readonly WmtsLayer[]).map(
        ({ name, title, latLonBoundingBox }): Row => [name, title, latLonBoundingBox ?? null],
      ),
    ),
  tms: readTms,
};

/** Groups and their layers, in document order. The box in degrees is listed under EPSG:4326. */
function wmsRows(layer: WmsLayer): readonly Row[] {
  const box = layer.boundingBoxes['EPSG:4326'] ?? layer.boundingBoxes['CRS:84'] ?? null;
  const numbers = box?.map((value) => (value === '' ? Number.NaN : Number(value))) ?? null;
  return [[layer.name, layer.title, numbers], ...(layer.children ?? []).flatMap(wmsRows)];
}

/** Maps are identified by their URLs, a single map by its title. */
function readTms(document: XmlDocument): Reading {
  const { title: ownTitle, tileMaps = [] } = parseTileMapServiceXML(document);
  if (tileMaps.length === 0) {
    const { title } = parseTileMapXML(document);
    return makeReading(title, [[title, title, null]]);
  }
  return makeReading(
    ownTitle,
    tileMaps.map(({ title, href }): Row => [href, title, null]),
  );
}

interface Collection {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly extent?: { readonly spatial?: { readonly bbox?: readonly unknown[] } };
}

const jsonReaders: Readonly<Record<string, (document: { readonly collections?: readonly unknown[] }) => Reading>> = {
  'ogcapi-collections': (document) => makeReading(null, (document.collections ?? []).map(collectionRow)),
  'ogcapi-collection': (document) => makeReading(null, [collectionRow(document)]),
};

function collectionRow(document: unknown): Row {
  const { id, title, extent } = parseBaseCollectionInfo(document as never) as Collection;
  const box = extent?.spatial?.bbox?.[0];
  if (!Array.isArray(box)) return [id, title, null];
  // Six numbers are west, south, height, east, north, height.
  return [id, title, box.length === 6 ? [box[0], box[1], box[3], box[4]] : box];
}

/** Labels of the corpus it has a reader for. */
export const ogcClientKinds = [...Object.keys(xmlReaders), ...Object.keys(jsonReaders)];

export function readWithOgcClient(label: string, bytes: Uint8Array): Reading | Failure {
  try {
    const text = decodeString(new Uint8Array(bytes).buffer, '') ?? '';
    const json = jsonReaders[label];
    if (json !== undefined) return json(JSON.parse(text));
    const document = check(parseXmlString(text));
    const xml = xmlReaders[label];
    if (xml === undefined) throw new Error(`ogc-client has no reader for ${label}`);
    return xml(document);
  } catch (error) {
    // Whatever it throws is its result.
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
