// Esri geoprocessing services: …/GPServer, tasks that can be run.

import { arrayAt, readJsonObject, stringAt } from '../base/json/json.ts';
import { detach } from '../base/text/copy-string.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Identity } from '../model/resource.ts';
import { below } from './arcgis-requests.ts';
import { finish, readService, serviceIdentity } from './esri/arcgis-describe.ts';
import { readArcgis } from './esri/arcgis-json.ts';
import { probeService, suspectService } from './esri/arcgis-suspect.ts';

const maxTasks = 1000;

export const arcgisGpServer: ResourceKind = {
  id: 'arcgis-gp-server',
  title: 'ArcGIS geoprocessing service',
  family: 'service',
  specification: 'ArcGIS REST API, Geoprocessing Service',
  tier: 2,
  forms: ['json'],
  dataset: 'task',
  suspect: (link) => suspectService(link, 'GPServer'),
  probe: (url) => probeService(url, 'GPServer'),
  identify,
  describe: (document) => {
    const object = readJsonObject(document) ?? {};
    const tasks = arrayAt(object, 'tasks').filter((task) => typeof task === 'string');
    const layers = tasks.slice(0, maxTasks).map((task) => ({
      ...emptyLayer,
      name: detach(task),
      title: task.replaceAll('_', ' '),
    }));
    return finish(document, readService(document, object), { layers, layerCount: tasks.length });
  },
  check: ({ endpoint, layers }) =>
    layers[0]?.name == null ? [] : [{ url: below(endpoint, encodeURIComponent(layers[0].name), 'f=json') }],
};

function identify(document: Document): readonly Identity[] {
  const object = readArcgis(document);
  if (object === null || !Array.isArray(object.tasks)) return [];
  const isOurs = stringAt(object, 'executionType').startsWith('esriExecutionType');
  return isOurs ? serviceIdentity('arcgis-gp-server', document, object) : [];
}
