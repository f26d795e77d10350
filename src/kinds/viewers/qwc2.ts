// QGIS Web Client 2: themes.json, the projects a viewer offers.

import { toWgs84 } from '../../base/geo/projection.ts';
import { arrayAt, type JsonObject, objectAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { Description } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { portalFolder } from '../address/catalog-address.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { linkService, viewerKind } from './viewer-kind.ts';

const maxDepth = 20;

export const qwc2 = viewerKind({
  id: 'qwc2',
  title: 'QGIS Web Client 2 themes',
  specification: 'QWC2 themes.json',
  forms: ['json'],
  dataset: 'theme',
  suspect: ({ url }) => (/\/themes\.json$/.test(splitAddress(url).path) ? 0.9 : 0),
  probe: (url) => [{ url: /\.json(?:[?#]|$)/i.test(url) ? url : `${portalFolder(url)}themes.json` }],
  read: readThemes,
  describe,
});

/** `themes` with items that have a URL and a list of layers, or folders of such. */
function readThemes(document: Document): JsonObject | null {
  const value = readJsonObject(document);
  const themes = value === undefined ? null : objectAt(value, 'themes');
  if (themes === null || !Array.isArray(themes.items)) return null;
  const items = objectsAt(themes, 'items');
  const isTheme = (item: JsonObject) =>
    stringAt(item, 'url') !== '' &&
    (Array.isArray(item.sublayers) || item.mapCrs !== undefined || item.bbox !== undefined);
  const isQwc =
    items.length > 0
      ? items.every(isTheme)
      : objectsAt(themes, 'subdirs').length > 0 && themes.backgroundLayers !== undefined;
  return isQwc ? themes : null;
}

function describe(themes: JsonObject, records: RecordList): Partial<Description> {
  addFolder(themes, records, 0);
  for (const layer of objectsAt(themes, 'backgroundLayers'))
    linkService(records, stringAt(layer, 'url'), stringAt(layer, 'type'), stringAt(layer, 'title'));
  return { title: stringAt(themes, 'title'), software: 'QWC2' };
}

function addFolder(folder: JsonObject, records: RecordList, depth: number): void {
  if (depth > maxDepth) return;
  for (const item of objectsAt(folder, 'items')) {
    const title = stringAt(item, 'title') || stringAt(item, 'name');
    records.add({
      name: stringAt(item, 'id') || stringAt(item, 'name'),
      title,
      abstract: stringAt(item, 'abstract'),
      keywords: stringAt(item, 'keywords')
        .split(/,\s{0,4}/)
        .filter((word) => word !== ''),
      extent: readBounds(objectAt(item, 'bbox'), records.problems),
      crs: [stringAt(item, 'mapCrs')].filter((crs) => crs !== ''),
      crsCount: stringAt(item, 'mapCrs') === '' ? 0 : 1,
    });
    linkService(records, stringAt(item, 'url'), 'wms', title);
  }
  for (const inside of objectsAt(folder, 'subdirs')) addFolder(inside, records, depth + 1);
}

/** { crs: 'EPSG:4326', bounds: [minx, miny, maxx, maxy] }. */
function readBounds(box: JsonObject | null, problems: ProblemTally): Extent | null {
  const numbers = box === null ? [] : arrayAt(box, 'bounds').map(Number);
  if (box === null || numbers.length !== 4) return null;
  const crs = stringAt(box, 'crs') || 'EPSG:4326';
  const extent = toWgs84(numbers as [number, number, number, number], crs);
  if (extent === null)
    problems.add(
      'extent.projected',
      'A bounding box could not be converted to degrees.',
      `${numbers.join(', ')} ${crs}`,
    );
  return extent;
}
