// WMS-C: a WMS that lists prepared tile sets for clients that request only those. The WMS itself is reported too.

import { owsUrl } from '../../../base/url/ows-url.ts';
import type { XmlSource } from '../../../base/xml/xml.ts';
import { child, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Identity } from '../../../model/resource.ts';
import { childTexts } from '../../records/xml-texts.ts';
import { boundsOf, readCorners } from '../ows/ows-box.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { splitServiceAddress } from '../ows/ows-suspect.ts';
import { describeWmsDocument, identifyWms } from './wms.ts';
import { checkWms } from './wms-check.ts';

/** Products that serve tiles as WMS, and list the tile sets in tiled capabilities. */
const tiledPath = /\/(?:gwc\/service\/wms|tilecache(?:\.cgi|\.fcgi|\.py)?|wms-?c)\/?$/i;

export const wmsC: ResourceKind = {
  id: 'wms-c',
  title: 'Cached Web Map Service',
  family: 'service',
  specification: 'OSGeo WMS Tile Caching recommendation (WMS-C)',
  tier: 1,
  forms: ['xml'],
  dataset: 'tile set',
  suspect,
  probe,
  identify,
  describe,
  check: checkWms,
};

function suspect({ url }: Link): number {
  const { path } = splitServiceAddress(url);
  if (/[?&]service=wms-c(?:&|$)/i.test(url)) return 1;
  if (!tiledPath.test(path)) return 0;
  // A request for another service at such a URL belongs to another kind.
  return /[?&]service=(?!wms(?:&|$))/i.test(url) ? 0 : 0.96;
}

/** GeoServer lists tile sets only under TILED=true, and only in 1.1.1. */
function probe(url: string): readonly ProbeRequest[] {
  const tiled = owsUrl(url, { service: 'WMS', request: 'GetCapabilities', version: '1.1.1' });
  return [{ url: `${tiled}&TILED=true` }, { url: owsUrl(url, { service: 'WMS', request: 'GetCapabilities' }) }];
}

function identify(document: Document): readonly Identity[] {
  const [service] = identifyWms(document);
  if (service === undefined || !mayHaveTileSets(document)) return [];
  return readTileSets(document).count === 0 ? [] : [service, { ...service, kind: 'wms-c' }];
}

function describe(document: Document, identity: Identity): Description {
  const service = describeWmsDocument(document);
  if (identity.kind === 'wms') return service;
  const datasets = readTileSets(document);
  const { formats } = datasets;
  const titles = new Map(service.layers.map(({ name, title, abstract }) => [name, { title, abstract }]));
  return {
    ...service,
    extent: datasets.extent() ?? service.extent,
    layers: datasets.layers.map((layer) => ({ ...layer, ...titles.get(layer.name) })),
    layerCount: datasets.count,
    formats: formats.length > 0 ? formats : service.formats,
    problems: [...service.problems.filter(({ code }) => !code.startsWith('wms.')), ...datasets.problems.list()],
  };
}

/** A cheap check for the element before the document is parsed for it. */
function mayHaveTileSets({ bytes }: XmlSource): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes('TileSet') && buffer.includes('VendorSpecificCapabilities');
}

function readTileSets(source: XmlSource): Datasets {
  const datasets = new Datasets();
  walkXml(source, {
    '*/Capability/VendorSpecificCapabilities/TileSet': (node) => {
      addTileSet(datasets, node);
      datasets.addFormats([textAt(node, 'Format')]);
    },
  });
  return datasets;
}

function addTileSet(datasets: Datasets, node: XmlNode): void {
  const name = childTexts(node, 'Layers').join(',');
  const srs = textAt(node, 'SRS') || textAt(node, 'CRS');
  const box = child(node, 'BoundingBox');
  datasets.add({
    name,
    title: name,
    crs: [srs],
    extent: box === null || srs === '' ? null : readCorners(boundsOf(box), srs, datasets.problems, name),
    styles: childTexts(node, 'Styles'),
  });
}
