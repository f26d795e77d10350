// Esri vector tile services: …/VectorTileServer, tiles of vectors with a style.

import { arrayAt, objectAt, readJsonObject, stringAt } from '../base/json/json.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Identity } from '../model/resource.ts';
import { below } from './arcgis-requests.ts';
import { finish, readService, serviceIdentity } from './esri/arcgis-describe.ts';
import { readArcgis, typeInUrl } from './esri/arcgis-json.ts';
import { probeService, suspectService } from './esri/arcgis-suspect.ts';

export const arcgisVectorTileServer: ResourceKind = {
  id: 'arcgis-vector-tile-server',
  title: 'ArcGIS vector tile service',
  family: 'service',
  specification: 'ArcGIS REST API, Vector Tile Service',
  tier: 2,
  forms: ['json'],
  dataset: 'tile set',
  suspect: (link) => suspectService(link, 'VectorTileServer'),
  probe: (url) => probeService(url, 'VectorTileServer'),
  identify,
  describe: (document, identity) => {
    const object = readJsonObject(document) ?? {};
    const reading = readService(document, object);
    const { description, inherited } = reading;
    const crs = inherited.crs === null ? [] : [inherited.crs];
    const { title, abstract, extent } = description;
    const name = stringAt(object, 'name') || title;
    const layers = [{ ...emptyLayer, name, title, abstract, extent, crs, crsCount: crs.length }];
    const links = [...description.links, styleLink(identity)];
    return finish(document, reading, { layers, links, formats: ['application/vnd.mapbox-vector-tile'] });
  },
  check: (resource) => [{ url: stylesUrl(resource.endpoint) }],
};

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || objectAt(object, 'tileInfo') === null) return [];
  const type = typeInUrl(document);
  if (type !== null && type !== 'VectorTileServer') return [];
  const tiles = arrayAt(object, 'tiles').some((tile) => typeof tile === 'string' && /\.pbf$/i.test(tile));
  const isVector = tiles || /vector/i.test(stringAt(object, 'type')) || typeof object.defaultStyles === 'string';
  return isVector ? serviceIdentity('arcgis-vector-tile-server', document, object) : [];
}

function styleLink({ endpoint }: Identity): Link {
  return { url: stylesUrl(endpoint), foundBy: 'description', anchor: 'Style', window: '', nofollow: false };
}

function stylesUrl(endpoint: string): string {
  return below(endpoint, 'resources/styles/root.json', 'f=json');
}
