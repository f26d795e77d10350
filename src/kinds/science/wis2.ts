// WMO Information System 2.0: discovery records (WCMP2) and notifications (WNM), alone or in collections.
import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import { writeInterval } from '../geometry/json-extent.ts';
import { RecordList } from '../records/catalog-records.ts';
import { textsAt } from '../records/json-collection.ts';

/** http://wis.wmo.int/spec/wcmp/2/conf/core, http://wis.wmo.int/spec/wnm/1/conf/core. */
const conformance = /wis\.wmo\.int\/spec\/(wcmp|wnm)\/(\d[\d.]{0,5})/i;
const recordId = /^urn:wmo:md:/;

export const wis2: ResourceKind = {
  id: 'wis2',
  title: 'WIS2 discovery records',
  family: 'catalog',
  specification: 'WMO Core Metadata Profile 2, WIS2 Notification Message 1',
  tier: 2,
  forms: ['json'],
  dataset: 'record',
  suspect: ({ url }) => {
    const { path } = splitAddress(url);
    if (/\/collections\/(?:wis2-discovery-metadata|discovery-metadata)(?:\/items)?\/?$/.test(path)) return 0.9;
    return /\/collections\/messages\/items\/?$|urn:wmo:md:/.test(path) ? 0.6 : 0;
  },
  probe: (url) => [{ url: itemsUrl(url) }],
  identify,
  describe,
  check: checkAddress,
};

function itemsUrl(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return /\/collections\/[\w-]{1,80}$/.test(path) ? `${path}/items?f=json&limit=100` : url;
}

function identify(document: Document): readonly Identity[] {
  const value = readJsonObject(document);
  if (value === undefined) return [];
  const first = featuresOf(value)[0];
  const version = first === undefined ? null : readConformance(first);
  return version === null ? [] : [{ kind: 'wis2', version, endpoint: documentAddress(document) }];
}

/** 'wcmp 2' or 'wnm 1'; null for features that are neither. Older records are recognized by their id. */
function readConformance(feature: JsonObject): string | null {
  if (stringAt(feature, 'type') !== 'Feature') return null;
  const match = conformance.exec([...textsAt(feature, 'conformsTo'), stringAt(feature, 'version')].join(' '));
  if (match !== null) return `${match[1]!.toLowerCase()} ${match[2]}`;
  return recordId.test(stringAt(feature, 'id')) && isObject(feature.properties) ? 'wcmp 2' : null;
}

function featuresOf(value: JsonObject): readonly JsonObject[] {
  return stringAt(value, 'type') === 'FeatureCollection' ? objectsAt(value, 'features') : [value];
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const value = readJsonObject(document) ?? {};
  const features = featuresOf(value);
  for (const feature of features) addFeature(feature, records);
  for (const link of objectsAt(value, 'links')) {
    if (stringAt(link, 'rel') === 'next') records.link(stringAt(link, 'href'), 'next');
  }
  const isOne = stringAt(value, 'type') === 'Feature';
  const title = isOne ? (records.layers[0]?.title ?? '') : stringAt(value, 'title');
  const layerCount = Math.max(records.count, numberAt(value, 'numberMatched') ?? 0);
  return records.describe(document, { title: title || 'WIS2 discovery records', layerCount });
}

function addFeature(feature: JsonObject, records: RecordList): void {
  const properties = objectAt(feature, 'properties') ?? {};
  const title = stringAt(properties, 'title') || stringAt(properties, 'data_id');
  const time = objectAt(feature, 'time') ?? {};
  const interval = Array.isArray(time.interval) ? time.interval : [];
  records.add({
    name: stringAt(feature, 'id'),
    title,
    abstract: stringAt(properties, 'description'),
    keywords: textsAt(properties, 'keywords'),
    extent: readSpatial(feature.geometry ?? undefined, records.problems),
    time: writeInterval(interval[0], interval[1]) ?? (stringAt(properties, 'datetime') || null),
  });
  // Message brokers (mqtts:) aren't web URLs and are dropped here.
  for (const link of objectsAt(feature, 'links'))
    records.link(stringAt(link, 'href'), stringAt(link, 'title') || title);
}
