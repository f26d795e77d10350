// Reads the layers of a WMTS capabilities document, in one pass.
import type { XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, child, childrenOf, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Problem } from '../../../model/problem.ts';
import { readBox } from '../ows/ows-box.ts';
import { collectOws, type OwsCommon, readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { readTime } from '../wms/wms-time.ts';

export interface WmtsLayers {
  readonly common: OwsCommon;
  readonly datasets: Datasets;
  readonly formats: readonly string[];
  readonly tileMatrixSets: number;
  /** Templates for tiles and feature information (WMTS 1.0.0, 07-057r7, 10.2). */
  readonly resourceUrls: number;
  /** The declared URL of the document in a RESTful service. */
  readonly metadataUrl: string | null;
  readonly problems: readonly Problem[];
}

interface PartialLayers {
  readonly datasets: Datasets;
  readonly formats: Set<string>;
  /** Tile matrix sets per stored layer, by index. */
  readonly links: (readonly string[])[];
  /** Coordinate system and box of each set, by its identifier. */
  readonly sets: Map<string, string>;
  tileMatrixSets: number;
  resourceUrls: number;
  metadataUrl: string | null;
}

/** Placeholders a tile template must have (07-057r7, table 33); some write x, y and z. */
const tilePlaces = [/\{(?:TileMatrix|z)\}/i, /\{(?:TileRow|-?y)\}/i, /\{(?:TileCol|x)\}/i];

const maxFormats = 200;
const maxSets = 10_000;

export function readWmtsLayers(source: XmlSource): WmtsLayers {
  const ows = collectOws();
  const partial: PartialLayers = {
    datasets: new Datasets(),
    formats: new Set(),
    links: [],
    sets: new Map(),
    tileMatrixSets: 0,
    resourceUrls: 0,
    metadataUrl: null,
  };
  const problems = walkXml(source, {
    ...ows.rules,
    '*/Contents/Layer': (node) => addLayer(partial, node),
    // Only these two levels of a set are needed.
    '*/Contents/TileMatrixSet': (node) => addSet(partial, node),
    '*/ServiceMetadataURL': (node) => {
      partial.metadataUrl ??= attributeOf(node, 'href')?.trim() || null;
    },
  });
  setSystems(partial);
  const { datasets, tileMatrixSets, resourceUrls, metadataUrl } = partial;
  return {
    common: ows.finish(),
    datasets,
    formats: [...partial.formats],
    tileMatrixSets,
    resourceUrls,
    metadataUrl,
    problems,
  };
}

function addLayer(partial: PartialLayers, node: XmlNode): void {
  const name = textAt(node, 'Identifier');
  const title = textAt(node, 'Title');
  addTemplates(partial, node, name || title);
  for (const { text } of childrenOf(node, 'Format'))
    if (partial.formats.size < maxFormats && text !== '') partial.formats.add(text);
  const index = partial.datasets.add({
    name,
    title,
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    extent: readBox(node, null, partial.datasets.problems, name || title),
    queryable: child(node, 'InfoFormat') !== null,
    styles: childrenOf(node, 'Style')
      .map((style) => textAt(style, 'Identifier'))
      .filter((style) => style !== ''),
    time: layerTime(node),
    metadataUrls: childrenOf(node, 'Metadata')
      .map((link) => attributeOf(link, 'href')?.trim() ?? '')
      .filter((url) => url !== ''),
  });
  if (index !== null)
    partial.links[index] = childrenOf(node, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet'));
}

/** A tile template without all three placeholders leads to the same tile every time. */
function addTemplates(partial: PartialLayers, node: XmlNode, label: string): void {
  const templates = childrenOf(node, 'ResourceURL');
  partial.resourceUrls += templates.length;
  for (const one of templates) {
    const template = attributeOf(one, 'template') ?? '';
    const isTile = (attributeOf(one, 'resourceType') ?? 'tile').toLowerCase() === 'tile';
    if (isTile && !tilePlaces.every((place) => place.test(template))) {
      partial.datasets.problems.add('wmts.template-odd', 'A tile template has no placeholders for the tile.', label);
    }
  }
}

function layerTime(node: XmlNode): string | null {
  const dimension = childrenOf(node, 'Dimension').find((one) => textAt(one, 'Identifier').toLowerCase() === 'time');
  if (dimension === undefined) return null;
  const values = childrenOf(dimension, 'Value')
    .map(({ text }) => text)
    .filter((value) => value !== '');
  const text = values.length > 0 ? values.join(',') : textAt(dimension, 'Default');
  return text === '' ? null : readTime(text).text;
}

function addSet(partial: PartialLayers, node: XmlNode): void {
  partial.tileMatrixSets++;
  const crs = textAt(node, 'SupportedCRS');
  if (crs !== '' && partial.sets.size < maxSets) partial.sets.set(textAt(node, 'Identifier'), crs);
}

/** A layer is offered in the systems of its tile matrix sets, which are defined after the layers. */
function setSystems({ datasets, links, sets }: PartialLayers): void {
  for (const [index, ids] of links.entries()) {
    const systems = ids.map((id) => sets.get(id)).filter((crs) => crs !== undefined);
    datasets.setCrs(index, systems);
    if (systems.length === 0 && sets.size > 0) {
      const label = datasets.layers[index]?.name ?? '';
      datasets.problems.add('wmts.no-matrix-set', 'A layer refers to no defined tile matrix set.', label);
    }
  }
}
