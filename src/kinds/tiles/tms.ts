// Tile Map Service 1.0.0: the root resource, a service with its maps, or one map.

import { withoutQuery } from '../../base/url/ows-url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { attribute, readXmlRoot } from '../../base/xml/xml.ts';
import { emptyDescription } from '../../describe/empty-description.ts';
import type { Document } from '../../model/document.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Resource } from '../../model/resource.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';
import { splitServiceAddress } from '../ogc/ows/ows-suspect.ts';
import { readTileMaps } from './tms-maps.ts';

export const tms: ResourceKind = {
  id: 'tms',
  title: 'Tile Map Service',
  family: 'service',
  specification: 'OSGeo Tile Map Service Specification 1.0.0',
  tier: 1,
  forms: ['xml'],
  dataset: 'tile map',
  suspect,
  probe,
  identify,
  describe,
  check,
};

function suspect(link: Link): number {
  const { path } = splitServiceAddress(link.url);
  if (/\/tilemapresource\.xml$/i.test(path)) return 1;
  // Below a version are maps and tiles; a tile URL ends in its number and format.
  if (/\/tms\/1\.0(?:\.0)?\/.{1,200}\/\d{1,2}\/\d{1,9}\/\d{1,9}\.[a-z]{3,5}$/i.test(path)) return 0.1;
  if (/\/tms\/1\.0(?:\.0)?(?:\/|$)/i.test(path)) return 0.9;
  if (/\/tms\/?$/i.test(path)) return 0.6;
  return /\btile map service\b/i.test(link.anchor) ? 0.5 : 0;
}

/** `…/tms` is the root resource, which only lists its versions: the only existing one is requested at once. */
function probe(url: string): readonly ProbeRequest[] {
  const path = withoutQuery(url);
  if (/\/tms\/?$/i.test(path)) return [{ url: `${path.replace(/\/$/, '')}/1.0.0/` }, { url }];
  return [{ url }];
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root === null) return [];
  const endpoint = webUrl(withoutQuery(document.finalUrl)) ?? document.finalUrl;
  const version = attribute(root, 'version')?.trim() || null;
  if (root.name === 'TileMapService') return [{ kind: 'tms', version, endpoint }];
  // Other formats have tile maps too; this one names its service or tile sets.
  if (root.name === 'TileMap') {
    return attribute(root, 'tilemapservice') !== null || readTileMaps(document).hasTileSets
      ? [{ kind: 'tms', version, endpoint }]
      : [];
  }
  if (root.name !== 'Services') return [];
  const [service] = readTileMaps(document).services;
  return service === undefined ? [] : [{ kind: 'tms', version: service.version, endpoint }];
}

function describe(document: Document): Description {
  const { services, datasets, title, abstract, keywords, formats, serviceUrl, provider, problems } =
    readTileMaps(document);
  const isRoot = services.length > 0 && datasets.count === 0;
  if (datasets.count === 0 && !isRoot) datasets.problems.add('ows.empty', 'The service lists no tile map.');
  const heading = title || (services[0]?.title ?? '');
  if (heading === '') datasets.problems.add('ows.title-missing', 'The service has no title.');
  return {
    ...emptyDescription,
    title: heading,
    abstract,
    keywords,
    provider,
    extent: datasets.extent(),
    layers: datasets.layers,
    layerCount: datasets.count,
    formats,
    software: readSoftware(document, [document.finalUrl, serviceUrl ?? '', datasets.urls[0]?.url ?? '', title]),
    claimedUrl: isRoot ? null : serviceUrl === null ? null : (webUrl(serviceUrl, document.finalUrl) ?? serviceUrl),
    links: readLinks(document, [
      ...services.map(({ url, title: label }) => ({ url, label })),
      ...(serviceUrl === null ? [] : [{ url: serviceUrl, label: '' }]),
      ...datasets.urls,
    ]),
    problems: [...document.problems, ...problems, ...datasets.problems.list()],
  };
}

function readLinks(
  document: Document,
  urls: readonly { readonly url: string; readonly label: string }[],
): readonly Link[] {
  const links = new Map<string, Link>();
  for (const { url, label } of urls) {
    const target = webUrl(url, document.finalUrl);
    if (target === null || links.has(target)) continue;
    links.set(target, { url: target, foundBy: 'description', anchor: label, window: '', nofollow: false });
  }
  return [...links.values()];
}

/** The first map's document, or the top tile of a single map. */
function check(resource: Resource): readonly CheckRequest[] {
  const map = resource.layers[0]?.metadataUrls[0];
  if (map !== undefined) return [{ url: map }];
  const extension = resource.formats[0]?.split('/').at(-1);
  if (resource.layers.length === 0 || extension === undefined) return [{ url: resource.endpoint }];
  const folder = resource.endpoint.replace(/\/tilemapresource\.xml$/i, '').replace(/\/$/, '');
  const url = `${folder}/0/0/0.${extension === 'jpeg' ? 'jpg' : extension}`;
  return [{ url, operation: 'tile', expects: 'tile' }];
}
