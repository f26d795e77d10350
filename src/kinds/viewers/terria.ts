// TerriaJS: initialization files, the catalog tree of a map viewer (versions 7 and 8).
import { type JsonObject, numberAt, objectAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { linkService, viewerKind } from './viewer-kind.ts';

const maxDepth = 40;

export const terria = viewerKind({
  id: 'terria',
  title: 'TerriaJS catalog',
  specification: 'TerriaJS initialization file, versions 7 and 8',
  forms: ['json'],
  dataset: 'item',
  suspect: ({ url }) => {
    const { path, query } = splitAddress(url);
    if (/\/init\/[\w-]{1,80}\.json$/.test(path)) return 0.8;
    return /terria/.test(path + query) && /\.json$/.test(path) ? 0.7 : 0;
  },
  read: readInit,
  version: ({ initialCamera, viewerMode }) => (initialCamera !== undefined || viewerMode !== undefined ? '8' : '7'),
  describe,
});

/** A `catalog` of typed, named members, with other members or types only Terria has. */
function readInit(document: Document): JsonObject | null {
  const value = readJsonObject(document);
  if (value === undefined || !Array.isArray(value.catalog)) return null;
  const members = objectsAt(value, 'catalog');
  const isMember = (one: JsonObject) =>
    stringAt(one, 'type') !== '' && (stringAt(one, 'name') !== '' || stringAt(one, 'id') !== '');
  if (members.length === 0 || !members.slice(0, 20).every(isMember)) return null;
  const isSigned = [
    'homeCamera',
    'initialCamera',
    'corsDomains',
    'initFragments',
    'workbench',
    'baseMaps',
    'viewerMode',
  ].some((name) => value[name] !== undefined);
  const isTyped = members.some((one) =>
    /^(?:group|[a-z0-9]+(?:-[a-z0-9]+)*-(?:group|catalog)|wms|wfs|esri-|csv|geojson|kml|ckan)/.test(
      stringAt(one, 'type'),
    ),
  );
  return isSigned ||
    (isTyped && members.some((one) => Array.isArray(one.items) || Array.isArray(one.members) || one.url !== undefined))
    ? value
    : null;
}

function describe(value: JsonObject, records: RecordList): Partial<Description> {
  for (const member of objectsAt(value, 'catalog')) addMember(member, null, records, 0);
  const camera = objectAt(value, 'homeCamera') ?? objectAt(value, 'initialCamera');
  const extent = records.extent() ?? (camera === null ? null : readSpatial(camera, records.problems));
  return { title: stringAt(value, 'name') || records.layers[0]?.title || '', extent, software: 'TerriaJS' };
}

function addMember(member: JsonObject, parent: number | null, records: RecordList, depth: number): void {
  if (depth > maxDepth) return;
  const type = stringAt(member, 'type');
  const title = stringAt(member, 'name') || stringAt(member, 'id');
  const inside = [...objectsAt(member, 'items'), ...objectsAt(member, 'members')];
  const rectangle = objectAt(member, 'rectangle');
  const index = records.add({
    // Groups can't be requested.
    name: inside.length > 0 ? null : stringAt(member, 'layers') || stringAt(member, 'id') || title,
    title,
    abstract: plainText(stringAt(member, 'description')),
    parent,
    extent:
      rectangle !== null && numberAt(rectangle, 'west') !== null ? readSpatial(rectangle, records.problems) : null,
  });
  linkService(records, stringAt(member, 'url'), type, title);
  for (const one of inside) addMember(one, index, records, depth + 1);
}
