// One layer or table of an ArcGIS service: …/MapServer/3. It leads to its service.

import { readJsonObject, stringAt } from '../../base/json/json.ts';
import { emptyDescription } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import {
  arcgisEndpoint,
  arcgisJson,
  arcgisUnder,
  below,
  nameInPath,
  readArcgisAddress,
  readServiceAddress,
} from './arcgis-address.ts';
import { firstText, listAt, productVersion, readArcgis, readVersion } from './arcgis-json.ts';
import { readLayer } from './arcgis-layers.ts';

export const arcgisLayer: ResourceKind = {
  id: 'arcgis-layer',
  title: 'ArcGIS layer',
  family: 'service',
  specification: 'ArcGIS REST API, Layer / Table',
  tier: 1,
  forms: ['json'],
  dataset: 'layer',
  suspect,
  probe,
  identify,
  describe,
  check: ({ endpoint }) => [
    {
      url: below(endpoint, 'query', 'where=1%3D1&returnGeometry=false&resultRecordCount=1&f=json'),
      operation: 'query',
      expects: 'features',
    },
  ],
};

/** Never worth a request: the service describes all its layers at once. */
function suspect(link: Link): number {
  const address = readArcgisAddress(link.url);
  return address?.type != null && /^\d{1,6}$/.test(address.tail) ? 0.4 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const address = readArcgisAddress(url);
  if (address === null) return [{ url }];
  return [{ url: arcgisJson(address, address.tail) }];
}

/** "Feature Layer", "Raster Layer", "Group Layer", "Mosaic Layer", "Table" … */
const layerType = /^(?:[a-z][a-z 0-9]{0,40} )?(?:layer|table)$/i;

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || typeof object.id !== 'number' || typeof object.name !== 'string') return [];
  if (!layerType.test(stringAt(object, 'type'))) return [];
  const isDetailed = ['fields', 'geometryType', 'subLayers', 'parentLayer', 'extent'].filter(
    (name) => object[name] !== undefined,
  );
  if (isDetailed.length < 2) return [];
  return [{ kind: 'arcgis-layer', version: readVersion(document, object), endpoint: readEndpoint(document) }];
}

function readEndpoint({ finalUrl }: Document): string {
  const address = readServiceAddress(finalUrl);
  if (address === null) return finalUrl.replace(/[?#].*$/s, '');
  return arcgisEndpoint(address, /^\d{1,6}/.exec(address.tail)?.[0]);
}

function describe(document: Document): Description {
  const object = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const isQueryable = listAt(object, 'capabilities').length === 0;
  const layer = readLayer(object, null, { extent: null, crs: null, time: null, isQueryable }, problems);
  return {
    ...emptyDescription,
    title: layer.title,
    abstract: layer.abstract,
    accessConstraints: firstText(object, 'copyrightText') || null,
    operations: listAt(object, 'capabilities'),
    extent: layer.extent,
    layers: [layer],
    layerCount: 1,
    formats: listAt(object, 'supportedQueryFormats'),
    software: productVersion('ArcGIS Server', readVersion(document, object)),
    links: serviceLinks(document),
    problems: [...document.problems, ...problems.list()],
  };
}

function serviceLinks(document: Document): readonly Link[] {
  const address = readServiceAddress(document.finalUrl);
  if (address === null) return [];
  return [
    resourceLink(arcgisEndpoint(address), 'description', nameInPath(address.path)),
    resourceLink(arcgisUnder(address), 'description', 'Services directory'),
  ];
}
