// WMS-C: a WMS that lists ready-made tile sets for clients that ask only for those. The WMS around it is reported too.
import { owsUrl } from '../base/url/ows-url.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Description, Identity } from '../model/resource.ts';
import { splitAddress } from './ogc/ows/ows-suspect.ts';
import { checkWms } from './ogc/wms/wms-check.ts';
import { mayHaveTileSets, readTileSets } from './wms-c-tile-sets.ts';
import { describeWmsDocument, identifyWms } from './wms-document.ts';

/** Products that serve tiles as a WMS, and show the tile sets to those who ask for tiled capabilities. */
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
  const { path } = splitAddress(url);
  if (/[?&]service=wms-c(?:&|$)/i.test(url)) return 1;
  if (!tiledPath.test(path)) return 0;
  // A request for anything but WMS at such an address is somebody else's.
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
  return readTileSets(document).datasets.count === 0 ? [] : [service, { ...service, kind: 'wms-c' }];
}

function describe(document: Document, identity: Identity): Description {
  const service = describeWmsDocument(document);
  if (identity.kind === 'wms') return service;
  const { datasets, formats } = readTileSets(document);
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
