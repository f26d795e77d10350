// Esri image services: …/ImageServer, rasters and mosaics of them.

import { numberAt, readJsonObject, stringAt } from '../base/json/json.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { CheckRequest, ResourceKind } from '../model/kind.ts';
import type { Identity, Resource } from '../model/resource.ts';
import { below, checkBoxes } from './arcgis-requests.ts';
import { finish, readService, serviceIdentity } from './esri/arcgis-describe.ts';
import { readArcgis, typeInUrl } from './esri/arcgis-json.ts';
import { probeService, suspectService } from './esri/arcgis-suspect.ts';

export const arcgisImageServer: ResourceKind = {
  id: 'arcgis-image-server',
  title: 'ArcGIS image service',
  family: 'service',
  specification: 'ArcGIS REST API, Image Service',
  tier: 2,
  forms: ['json'],
  dataset: 'raster',
  suspect: (link) => suspectService(link, 'ImageServer'),
  probe: (url) => probeService(url, 'ImageServer'),
  identify,
  describe: (document) => {
    const object = readJsonObject(document) ?? {};
    const reading = readService(document, object);
    const { description, inherited } = reading;
    const crs = inherited.crs === null ? [] : [inherited.crs];
    const { title, abstract, extent } = description;
    const raster = { ...emptyLayer, name: stringAt(object, 'name') || title, title, abstract, extent, crs };
    const layers = [{ ...raster, crsCount: crs.length, time: inherited.time, queryable: true }];
    return finish(document, reading, { layers });
  },
  check,
};

/** Only rasters have pixels of a size and a number of bands. */
function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || numberAt(object, 'pixelSizeX') === null) return [];
  const type = typeInUrl(document);
  const isRaster =
    numberAt(object, 'bandCount') !== null || stringAt(object, 'serviceDataType').startsWith('esriImage');
  if (!isRaster || (type !== null && type !== 'ImageServer')) return [];
  return serviceIdentity('arcgis-image-server', document, object);
}

/** A small picture of a part of it, then of the whole. */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  return checkBoxes(resource, turn).map((box) => ({
    url: below(resource.endpoint, 'exportImage', `bbox=${box}&bboxSR=4326&size=64,64&format=jpgpng&f=image`),
    ...{ operation: 'exportImage', expects: 'picture' },
  }));
}
