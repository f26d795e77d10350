// Esri geocoding services: …/GeocodeServer, places for addresses.

import { objectsAt, readJsonObject } from '../base/json/json.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Identity } from '../model/resource.ts';
import { below } from './arcgis-requests.ts';
import { finish, readService, serviceIdentity } from './esri/arcgis-describe.ts';
import { firstText, readArcgis } from './esri/arcgis-json.ts';
import { probeService, suspectService } from './esri/arcgis-suspect.ts';

export const arcgisGeocodeServer: ResourceKind = {
  id: 'arcgis-geocode-server',
  title: 'ArcGIS geocoding service',
  family: 'service',
  specification: 'ArcGIS REST API, Geocode Service',
  tier: 2,
  forms: ['json'],
  dataset: 'locator',
  suspect: (link) => suspectService(link, 'GeocodeServer'),
  probe: (url) => probeService(url, 'GeocodeServer'),
  identify,
  describe: (document) => {
    const object = readJsonObject(document) ?? {};
    const layers = objectsAt(object, 'locators')
      .slice(0, 1000)
      .map((locator) => {
        const title = firstText(locator, 'name');
        return { ...emptyLayer, name: title === '' ? null : title, title };
      });
    return finish(document, readService(document, object), { layers });
  },
  check: ({ endpoint }) => [
    { url: below(endpoint, 'findAddressCandidates', 'SingleLine=1+Main+Street&maxLocations=1&f=json') },
  ],
};

/** Nothing else has both fields to ask with and fields of what is found. */
function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !Array.isArray(object.addressFields) || !Array.isArray(object.candidateFields)) return [];
  return serviceIdentity('arcgis-geocode-server', document, object);
}
