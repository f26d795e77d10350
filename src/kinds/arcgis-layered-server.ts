// The frame of the ArcGIS services that consist of layers: map and feature services.
import { type JsonObject, readJsonObject } from '../base/json/json.ts';
import type { CheckRequest, ResourceKind } from '../model/kind.ts';
import type { Resource } from '../model/resource.ts';
import { moreLayers } from './arcgis-requests.ts';
import { finish, readService, serviceIdentity } from './esri/arcgis-describe.ts';
import { readArcgis, typeInUrl } from './esri/arcgis-json.ts';
import { countLayers, readLayers } from './esri/arcgis-layers.ts';
import { probeService, suspectService } from './esri/arcgis-suspect.ts';

export interface LayeredServerTraits {
  readonly id: string;
  readonly type: 'MapServer' | 'FeatureServer';
  /** 'map service' */
  readonly name: string;
  /** Whether a document with layers is one; `isInUrl` where its address says so. */
  isOurs(object: JsonObject, isInUrl: boolean): boolean;
  check(resource: Resource, turn?: number): readonly CheckRequest[];
}

export function layeredServer({ id, type, name, isOurs, check }: LayeredServerTraits): ResourceKind {
  return {
    id,
    title: `ArcGIS ${name}`,
    family: 'service',
    specification: `ArcGIS REST API, ${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}`,
    tier: 1,
    forms: ['json'],
    dataset: 'layer',
    suspect: (link) => suspectService(link, type),
    probe: (url) => probeService(url, type),
    identify: (document) => {
      const object = readArcgis(document);
      if (object === null || !Array.isArray(object.layers)) return [];
      const named = typeInUrl(document);
      if (named !== null && named !== type) return [];
      return isOurs(object, named === type) ? serviceIdentity(id, document, object) : [];
    },
    describe: (document) => {
      const object = readJsonObject(document) ?? {};
      const reading = readService(document, object);
      const layers = readLayers(object, document.parts[0], reading.inherited, reading.problems);
      return finish(document, reading, { layers, layerCount: countLayers(object) });
    },
    more: moreLayers,
    check,
  };
}
