// A record of OGC API – Records (OGC 20-004r1, 8.2), alone or in a page of items.
import { isObject, type JsonObject, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import type { CatalogRecord } from '../../model/connector.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import { readBox, writeInterval } from '../geometry/json-extent.ts';
import { listedRecord, type RecordList } from './catalog-records.ts';
import { readKeywords, textsAt } from './json-collection.ts';

/** Links to the record itself and its neighbors. */
const ownRelations = /^(?:self|collection|root|parent|alternate|next|prev|up|license|icon)$/;

/** Null if it isn't a feature. `scope` is prepended to identifiers that may not be unique. */
export function readOgcRecord(feature: JsonObject, base: string, scope = ''): CatalogRecord | null {
  if (stringAt(feature, 'type') !== 'Feature') return null;
  const properties = objectAt(feature, 'properties') ?? {};
  const own = stringAt(feature, 'id') || stringAt(properties, 'externalId') || stringAt(properties, 'identifier');
  const id = scope === '' || own === '' || isUniversal(own) ? own : `${scope}/${own}`;
  const modified = stringAt(properties, 'updated') || stringAt(properties, 'modified');
  return listedRecord({ base, id, modified }, (records) => addRecord(feature, properties, records));
}

/** UUIDs, URNs and names identify the same record everywhere; "17" doesn't. */
function isUniversal(id: string): boolean {
  return id.length >= 8 && !/^\d+$/.test(id);
}

function addRecord(feature: JsonObject, properties: JsonObject, records: RecordList): void {
  const title = stringAt(properties, 'title') || stringAt(properties, 'name');
  const time = objectAt(feature, 'time') ?? {};
  const interval = Array.isArray(time.interval) ? time.interval : [];
  const geometry = isObject(feature.geometry) ? readSpatial(feature.geometry, records.problems) : null;
  records.add({
    name: stringAt(feature, 'id'),
    title,
    abstract: stringAt(properties, 'description') || stringAt(properties, 'abstract'),
    keywords: readKeywords(properties),
    extent: geometry ?? readBox(feature.bbox, records.problems),
    time: writeInterval(interval[0], interval[1]),
  });
  for (const link of [...objectsAt(feature, 'links'), ...objectsAt(properties, 'associations')]) {
    if (ownRelations.test(stringAt(link, 'rel'))) continue;
    // pycsw writes "OGC:WMS" and the like in place of the media type, others as `protocol`.
    const words = [stringAt(link, 'protocol'), stringAt(link, 'type'), stringAt(link, 'name'), stringAt(link, 'title')];
    records.link(stringAt(link, 'href'), [...new Set([...words, title])].filter((text) => text !== '').join(' '));
  }
}

/** In an API that offers both, records differ from features by members only records have. */
export function looksLikeRecord(feature: JsonObject): boolean {
  if (textsAt(feature, 'conformsTo').some((uri) => uri.includes('ogcapi-records'))) return true;
  const properties = objectAt(feature, 'properties') ?? {};
  const signs = ['type', 'updated', 'created', 'keywords', 'themes', 'contacts', 'formats'];
  return stringAt(properties, 'title') !== '' && signs.filter((name) => properties[name] !== undefined).length >= 2;
}
