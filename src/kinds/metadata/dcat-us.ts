// DCAT-US: `data.json` of US agencies, ArcGIS Hub, Socrata and DKAN (Project Open Data 1.1; DCAT-US 3 has the same structure).
import {
  arrayAt,
  isObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  stringAt,
} from '../../base/json/json.ts';
import type { Provider } from '../../model/resource.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { makeProvider } from '../records/metadata-record.ts';

/** Members only a catalog of this standard has. */
const schema = /project-open-data\.cio\.gov|resources\.data\.gov\/.{0,60}dcat|dcat-us/i;

/** Fields of a dataset; an object with a title and two of them is one. */
const datasetFields = [
  'accessLevel',
  'distribution',
  'contactPoint',
  'publisher',
  'landingPage',
  'modified',
  'keyword',
];

export function isDataJson(object: JsonObject): boolean {
  const datasets = object.dataset;
  if (!Array.isArray(datasets)) return false;
  const signed = [stringAt(object, 'conformsTo'), stringAt(object, '@context'), stringAt(object, 'describedBy')].join(
    ' ',
  );
  if (schema.test(signed)) return true;
  return /(?:^|:)Catalog$/.test(stringAt(object, '@type')) || datasets.slice(0, 5).some(isDataset);
}

/** Before version 1.1, data.json is a bare list of datasets. */
export function isDatasetList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.slice(0, 5).every((one) => isObject(one) && one.accessLevel !== undefined && isDataset(one))
  );
}

function isDataset(value: JsonValue): boolean {
  if (!isObject(value) || stringAt(value, 'title') === '') return false;
  return datasetFields.filter((name) => value[name] !== undefined).length >= 2;
}

/** Version of its schema; null if it names none. */
export function dataJsonVersion(object: JsonObject): string | null {
  return stringAt(object, 'conformsTo') || null;
}

/** Depth of nested series. */
const maxDepth = 10;

/** The dataset without its members, then each of those (DCAT-US 3: members of a series, parts). */
export function* dataJsonMembers(dataset: JsonObject, depth = 0): Generator<JsonObject> {
  const { seriesMember: _members, hasPart: _parts, ...own } = dataset;
  yield own;
  for (const inside of [...objectsAt(dataset, 'seriesMember'), ...objectsAt(dataset, 'hasPart')])
    if (depth < maxDepth) yield* dataJsonMembers(inside, depth + 1);
}

export function addDataJson(dataset: JsonObject, records: RecordList): void {
  const title = stringAt(dataset, 'title');
  if (title === '')
    records.problems.add('catalog.record-untitled', 'A dataset has no title.', stringAt(dataset, 'identifier'));
  const layer = {
    name: stringAt(dataset, 'identifier') || stringAt(dataset, '@id'),
    title,
    abstract: stringAt(dataset, 'description'),
    keywords: arrayAt(dataset, 'keyword').filter((word) => typeof word === 'string'),
    extent: readSpatial(dataset.spatial, records.problems),
    time: stringAt(dataset, 'temporal') || null,
    metadataUrls: [stringAt(dataset, 'describedBy')].filter((url) => url !== ''),
  };
  records.add(layer, stringAt(dataset, 'license') || stringAt(dataset, 'rights'));
  addDistributions(dataset, title, records);
}

function addDistributions(dataset: JsonObject, title: string, records: RecordList): void {
  const one = objectAt(dataset, 'distribution');
  for (const distribution of one === null ? objectsAt(dataset, 'distribution') : [one]) {
    const label = [
      title,
      stringAt(distribution, 'title'),
      stringAt(distribution, 'format') || stringAt(distribution, 'mediaType'),
    ];
    for (const name of ['downloadURL', 'accessURL', 'endpointURL']) {
      records.link(stringAt(distribution, name), label.filter((text) => text !== '').join(' '));
    }
    for (const service of objectsAt(distribution, 'accessService'))
      records.link(stringAt(service, 'endpointURL'), title);
  }
  for (const name of ['endpointURL', 'webService', 'accessURL', 'landingPage'])
    records.link(stringAt(dataset, name), title);
}

export function dataJsonProvider(dataset: JsonObject | undefined): Provider | null {
  if (dataset === undefined) return null;
  const publisher = objectAt(dataset, 'publisher');
  const contact = objectAt(dataset, 'contactPoint');
  const email = contact === null ? '' : stringAt(contact, 'hasEmail').replace(/^mailto:/i, '');
  return makeProvider(
    publisher === null ? '' : stringAt(publisher, 'name'),
    contact === null ? '' : stringAt(contact, 'fn'),
    email,
  );
}
