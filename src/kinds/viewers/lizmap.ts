// Lizmap: getProjectConfig, the layers of one project.

import { toWgs84 } from '../../base/geo/projection.ts';
import { arrayAt, isObject, type JsonObject, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { readUrl } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { Description } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { viewerKind } from './viewer-kind.ts';

export const lizmap = viewerKind({
  id: 'lizmap',
  title: 'Lizmap project',
  specification: 'Lizmap Web Client, getProjectConfig',
  forms: ['json'],
  dataset: 'layer',
  suspect: ({ url }) => {
    const { path, query } = splitAddress(url);
    if (/\/lizmap\/service\/getprojectconfig/.test(path)) return 0.9;
    return /\/view\/map\/?$/.test(path) && /[?&]repository=/.test(query) && /[?&]project=/.test(query) ? 0.8 : 0;
  },
  probe: (url) => [{ url: atService(url, 'getProjectConfig', '') ?? url }],
  read: readProject,
  version: (value) => stringAt(objectAt(value, 'metadata') ?? {}, 'lizmap_plugin_version'),
  describe,
});

/** …/index.php/lizmap/service/<action>?repository=r&project=p beside any page of the project. */
function atService(url: string, action: string, query: string): string | null {
  const target = new URL(url);
  const [repository, project] = [target.searchParams.get('repository'), target.searchParams.get('project')];
  const at = target.pathname.search(/\/(?:index\.php\/)?(?:view\/map|lizmap\/service)/i);
  if (repository === null || project === null || at < 0) return null;
  const names = `repository=${encodeURIComponent(repository)}&project=${encodeURIComponent(project)}`;
  const path = action === '' ? 'service' : `service/${action}`;
  return `${target.origin}${target.pathname.slice(0, at)}/index.php/lizmap/${path}?${names}${query}`;
}

/** Options with a projection and a box, and layers by name: only a Lizmap project has both. */
function readProject(document: Document): JsonObject | null {
  const value = readJsonObject(document);
  const options = value === undefined ? null : objectAt(value, 'options');
  if (value === undefined || options === null || !isObject(value.layers)) return null;
  const isLizmap =
    isObject(options.projection) && (Array.isArray(options.bbox) || Array.isArray(options.initialExtent));
  return isLizmap ? value : null;
}

function describe(value: JsonObject, records: RecordList, { finalUrl }: Document): Partial<Description> {
  const layers = objectAt(value, 'layers') ?? {};
  for (const [key, layer] of Object.entries(layers)) if (isObject(layer)) addLayer(key, layer, records);
  const service = readUrl(finalUrl) === null ? null : atService(finalUrl, '', '&SERVICE=WMS&REQUEST=GetCapabilities');
  if (service !== null) records.link(service, 'WMS', 'description');
  const options = objectAt(value, 'options') ?? {};
  const extent = readBounds(options) ?? records.extent();
  const title = stringAt(options, 'title') || new URLSearchParams(splitAddress(finalUrl).query).get('project') || '';
  return { title, abstract: stringAt(options, 'abstract'), extent, software: 'Lizmap' };
}

function addLayer(key: string, layer: JsonObject, records: RecordList): void {
  const title = stringAt(layer, 'title') || stringAt(layer, 'name') || key;
  const crs = stringAt(layer, 'crs');
  const corners = arrayAt(layer, 'extent').map(Number);
  records.add({
    name: stringAt(layer, 'type') === 'group' ? null : stringAt(layer, 'shortname') || stringAt(layer, 'name') || key,
    title,
    abstract: stringAt(layer, 'abstract'),
    extent: corners.length === 4 && crs !== '' ? toWgs84(corners as [number, number, number, number], crs) : null,
    crs: crs === '' ? [] : [crs],
    crsCount: crs === '' ? 0 : 1,
  });
  records.link(stringAt(layer, 'link'), title);
}

function readBounds(options: JsonObject): Extent | null {
  const corners = [...arrayAt(options, 'bbox'), ...arrayAt(options, 'initialExtent')].slice(0, 4).map(Number);
  const crs = stringAt(objectAt(options, 'projection') ?? {}, 'ref');
  return corners.length === 4 && crs !== '' ? toWgs84(corners as [number, number, number, number], crs) : null;
}
