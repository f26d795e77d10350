// XYZ tiles: a template of tile addresses without a description; the tile of the whole world proves it.
import { emptyDescription, emptyLayer } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Description, Identity } from '../model/resource.ts';
import { splitAddress } from './address/api-address.ts';
import { fillTemplate, templateOf } from './xyz-template.ts';
import { readTileFormat } from './xyz-tile.ts';

export const xyz: ResourceKind = {
  id: 'xyz',
  title: 'XYZ tiles',
  family: 'service',
  specification: 'Slippy map tile names: {z}/{x}/{y}',
  tier: 2,
  forms: ['binary'],
  dataset: 'tileset',
  suspect,
  probe: (url) => [{ url: fillTemplate(url) }],
  identify,
  describe,
  check: ({ endpoint }) => [{ url: fillTemplate(endpoint), operation: 'tile', expects: 'tile' }],
};

/** Three placeholders make a template; tiles of ArcGIS and WMTS belong to services that can be asked for more. */
function suspect(link: Link): number {
  const url = link.url.slice(0, 2000).replace(/%7b/gi, '{').replace(/%7d/gi, '}').toLowerCase();
  const isTemplate = /\{z(?:oom)?\}/.test(url) && /\{x\}/.test(url) && /\{-?y\}/.test(url);
  if (!isTemplate) return 0;
  const { path, query } = splitAddress(url);
  return /\/(?:map|image)server\/tile\//.test(path) || /service=wmts|request=gettile/.test(query) ? 0.4 : 0.9;
}

/** Only the one tile that every template of the world has, and only where it is a tile indeed. */
function identify(document: Document): readonly Identity[] {
  const template = document.status === 200 ? templateOf(document.url) : null;
  if (template === null || readTileFormat(document.bytes) === null) return [];
  return [{ kind: 'xyz', version: null, endpoint: template }];
}

function describe(document: Document, { endpoint }: Identity): Description {
  const name = nameOf(endpoint);
  const crs = ['EPSG:3857'];
  return {
    ...emptyDescription,
    title: name,
    layers: [{ ...emptyLayer, name, title: name, crs, crsCount: 1 }],
    layerCount: 1,
    formats: [readTileFormat(document.bytes) ?? 'unknown'],
    problems: document.problems,
  };
}

/** The last word of the path before the placeholders. */
function nameOf(template: string): string {
  const { host, path } = splitAddress(template);
  const before = path.split('{', 1)[0] ?? '';
  return (
    before
      .split('/')
      .filter((segment) => segment !== '')
      .at(-1) ?? host
  );
}
