// OGC Web Map Tile Service 1.0.0, by key-value pairs or RESTful only.
import { withoutQuery } from '../../../base/url/ows-url.ts';
import type { XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, child, childrenOf, textAt, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Resource } from '../../../model/resource.ts';
import { childReferences, childTexts } from '../../records/xml-texts.ts';
import { capabilitiesProbes, capabilitiesUrl } from '../ows/ows-address.ts';
import { readBox } from '../ows/ows-box.ts';
import { operationUrl, readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import type { OwsContents } from '../ows/ows-describe.ts';
import { owsKind, readOwsContents } from '../ows/ows-kind.ts';
import { readTime } from '../wms/wms-time.ts';
import { isTileTemplate, tilesOf } from './wmts-tile.ts';

const operations = ['GetTile', 'GetCapabilities'];

/** The RESTful URL of the capabilities (07-057r7, 10.1). */
const restfulEnd = /\/1\.0\.0\/WMTSCapabilities\.xml$/i;

export const wmts: ResourceKind = {
  ...owsKind({
    id: 'wmts',
    title: 'Web Map Tile Service',
    specification: 'OGC 07-057r7 (WMTS 1.0.0)',
    dataset: 'layer',
    traits: {
      service: 'WMTS',
      requests: new Set(['GetTile']),
      words: /web map tile service/i,
      paths: [
        [/\/wmtscapabilities\.xml$/i, 1],
        [/\/wmts\/1\.0\.0(?:\/|$)/i, 0.9],
        [/\/wmts\/rest(?:\/|$)/i, 0.8],
      ],
    },
    variants: [{}],
    operations,
    read: readWmts,
    check: ({ endpoint }: Resource, turn = 0) => [
      {
        url: isDocument(endpoint) ? endpoint : capabilitiesUrl(endpoint, 'WMTS'),
        operation: 'GetCapabilities',
        next: (document) => tilesOf(document, turn),
      },
    ],
  }),
  probe,
};

/** Key-value pairs first, the RESTful document last; reversed if the URL is the document. */
function probe(url: string): readonly ProbeRequest[] {
  const path = withoutQuery(url);
  if (restfulEnd.test(path)) return [{ url }, { url: capabilitiesUrl(path.replace(restfulEnd, ''), 'WMTS') }];
  if (isDocument(url)) return capabilitiesProbes(url, 'WMTS', [{}]);
  const restful = `${path.replace(/\/(?:1\.0\.0\/?)?$/i, '')}/1.0.0/WMTSCapabilities.xml`;
  return [
    { url: capabilitiesUrl(url, 'WMTS') },
    { url: capabilitiesUrl(url, 'WMTS', { version: '1.0.0' }) },
    { url: restful },
  ];
}

function isDocument(url: string): boolean {
  return /\.xml$/i.test(withoutQuery(url));
}

interface LayerReading {
  readonly datasets: Datasets;
  /** Identifiers of the tile matrix sets of each stored layer, by its index. */
  readonly setsOfLayer: (readonly string[])[];
  /** Coordinate system of each set, by its identifier. */
  readonly sets: Map<string, string>;
  tileMatrixSets: number;
  /** Templates for tiles and feature information (WMTS 1.0.0, 07-057r7, 10.2). */
  resourceUrls: number;
  /** The declared URL of the document in a RESTful service. */
  metadataUrl: string | null;
}

/** Placeholders a tile template must have (07-057r7, table 33); some write x, y and z. */
const tilePlaceholders = [/\{(?:TileMatrix|z)\}/i, /\{(?:TileRow|-?y)\}/i, /\{(?:TileCol|x)\}/i];

const maxSets = 10_000;

export function readWmts(source: XmlSource): OwsContents & Pick<LayerReading, 'tileMatrixSets' | 'resourceUrls'> {
  const datasets = new Datasets();
  const layers: LayerReading = {
    datasets,
    setsOfLayer: [],
    sets: new Map(),
    tileMatrixSets: 0,
    resourceUrls: 0,
    metadataUrl: null,
  };
  const contents = readOwsContents(source, datasets, {
    '*/Contents/Layer': (node) => addLayer(layers, node),
    // Only these two levels of a set are needed.
    '*/Contents/TileMatrixSet': (node) => addSet(layers, node),
    '*/ServiceMetadataURL': (node) => {
      layers.metadataUrl ??= attributeOf(node, 'href')?.trim() || null;
    },
  });
  setSystems(layers);
  const { metadataUrl, tileMatrixSets, resourceUrls } = layers;
  if (metadataUrl !== null) datasets.addUrl(metadataUrl, '');
  if (datasets.count > 0) reportMissing(layers, contents);
  const common = { ...contents.common, serviceUrl: contents.common.serviceUrl ?? metadataUrl };
  return { ...contents, common, formats: datasets.formats, tileMatrixSets, resourceUrls };
}

function reportMissing({ datasets, tileMatrixSets, resourceUrls }: LayerReading, { common }: OwsContents): void {
  const { problems } = datasets;
  if (tileMatrixSets === 0)
    problems.add('wmts.no-matrix-set', 'The service defines no tile matrix set for its layers.');
  if (resourceUrls === 0 && operationUrl(common, operations) === null) {
    problems.add(
      'wmts.no-tile-address',
      'The service declares no URL for tiles, neither as an operation nor as a template.',
    );
  }
}

function addLayer(layers: LayerReading, node: XmlNode): void {
  const name = textAt(node, 'Identifier');
  const title = textAt(node, 'Title');
  addTemplates(layers, node, name || title);
  layers.datasets.addFormats(childTexts(node, 'Format'));
  const index = layers.datasets.add({
    name,
    title,
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    extent: readBox(node, null, layers.datasets.problems, name || title),
    queryable: child(node, 'InfoFormat') !== null,
    styles: childrenOf(node, 'Style')
      .map((style) => textAt(style, 'Identifier'))
      .filter((style) => style !== ''),
    time: layerTime(node),
    metadataUrls: childReferences(node, 'Metadata'),
  });
  if (index !== null)
    layers.setsOfLayer[index] = childrenOf(node, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet'));
}

/** A tile template without all three placeholders leads to the same tile every time. */
function addTemplates(layers: LayerReading, node: XmlNode, label: string): void {
  for (const one of childrenOf(node, 'ResourceURL')) {
    layers.resourceUrls++;
    const template = attributeOf(one, 'template') ?? '';
    if (isTileTemplate(one) && !tilePlaceholders.every((placeholder) => placeholder.test(template))) {
      layers.datasets.problems.add('wmts.template-odd', 'A tile template has no placeholders for the tile.', label);
    }
  }
}

function layerTime(node: XmlNode): string | null {
  const dimension = childrenOf(node, 'Dimension').find((one) => textAt(one, 'Identifier').toLowerCase() === 'time');
  if (dimension === undefined) return null;
  const values = childTexts(dimension, 'Value');
  const text = values.length > 0 ? values.join(',') : textAt(dimension, 'Default');
  return text === '' ? null : readTime(text).text;
}

function addSet(layers: LayerReading, node: XmlNode): void {
  layers.tileMatrixSets++;
  const crs = textAt(node, 'SupportedCRS');
  if (crs !== '' && layers.sets.size < maxSets) layers.sets.set(textAt(node, 'Identifier'), crs);
}

/** A layer is offered in the systems of its tile matrix sets, which are defined after the layers. */
function setSystems({ datasets, setsOfLayer, sets }: LayerReading): void {
  for (const [index, ids] of setsOfLayer.entries()) {
    const systems = ids.map((id) => sets.get(id)).filter((crs) => crs !== undefined);
    datasets.setCrs(index, systems);
    if (systems.length === 0 && sets.size > 0) {
      const label = datasets.layers[index]?.name ?? '';
      datasets.problems.add('wmts.no-matrix-set', 'A layer refers to no defined tile matrix set.', label);
    }
  }
}
