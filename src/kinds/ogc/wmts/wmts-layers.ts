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
  /** Where the document says it lives in a RESTful service. */
  readonly metadataUrl: string | null;
  readonly problems: readonly Problem[];
}

interface Draft {
  readonly datasets: Datasets;
  readonly formats: Set<string>;
  /** Tile matrix sets of each layer kept, by index. */
  readonly links: (readonly string[])[];
  /** Coordinate system and box of each set, by its identifier. */
  readonly sets: Map<string, string>;
  tileMatrixSets: number;
  resourceUrls: number;
  metadataUrl: string | null;
}

/** What a template for tiles must hold (07-057r7, table 33); some write x, y and z. */
const tilePlaces = [/\{(?:TileMatrix|z)\}/i, /\{(?:TileRow|-?y)\}/i, /\{(?:TileCol|x)\}/i];

const maxFormats = 200;
const maxSets = 10_000;

export function readWmtsLayers(source: XmlSource): WmtsLayers {
  const ows = collectOws();
  const draft: Draft = {
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
    '*/Contents/Layer': (node) => takeLayer(draft, node),
    // Of a set of many levels only these two are needed.
    '*/Contents/TileMatrixSet': (node) => takeSet(draft, node),
    '*/ServiceMetadataURL': (node) => {
      draft.metadataUrl ??= attributeOf(node, 'href')?.trim() || null;
    },
  });
  setSystems(draft);
  const { datasets, tileMatrixSets, resourceUrls, metadataUrl } = draft;
  return {
    common: ows.finish(),
    datasets,
    formats: [...draft.formats],
    tileMatrixSets,
    resourceUrls,
    metadataUrl,
    problems,
  };
}

function takeLayer(draft: Draft, node: XmlNode): void {
  const name = textAt(node, 'Identifier');
  const title = textAt(node, 'Title');
  takeTemplates(draft, node, name || title);
  for (const { text } of childrenOf(node, 'Format'))
    if (draft.formats.size < maxFormats && text !== '') draft.formats.add(text);
  const index = draft.datasets.add({
    name,
    title,
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    extent: readBox(node, null, draft.datasets.problems, name || title),
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
    draft.links[index] = childrenOf(node, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet'));
}

/** A template for tiles without all three places to fill in leads to the same tile every time. */
function takeTemplates(draft: Draft, node: XmlNode, label: string): void {
  const templates = childrenOf(node, 'ResourceURL');
  draft.resourceUrls += templates.length;
  for (const one of templates) {
    const template = attributeOf(one, 'template') ?? '';
    const isTile = (attributeOf(one, 'resourceType') ?? 'tile').toLowerCase() === 'tile';
    if (isTile && !tilePlaces.every((place) => place.test(template))) {
      draft.datasets.problems.add('wmts.template-odd', 'A template for tiles does not say which tile.', label);
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

function takeSet(draft: Draft, node: XmlNode): void {
  draft.tileMatrixSets++;
  const crs = textAt(node, 'SupportedCRS');
  if (crs !== '' && draft.sets.size < maxSets) draft.sets.set(textAt(node, 'Identifier'), crs);
}

/** A layer is offered in the systems of its tile matrix sets, which are defined behind the layers. */
function setSystems({ datasets, links, sets }: Draft): void {
  for (const [index, ids] of links.entries()) {
    const systems = ids.map((id) => sets.get(id)).filter((crs) => crs !== undefined);
    datasets.setCrs(index, systems);
    if (systems.length === 0 && sets.size > 0) {
      const label = datasets.layers[index]?.name ?? '';
      datasets.problems.add('wmts.no-matrix-set', 'A layer has no tile matrix set that is defined.', label);
    }
  }
}
