// Harvests a GeoNetwork catalog: version 4 by its Elasticsearch API, versions 2 and 3 by the `q` service.
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import type { Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { readSpatial } from '../geometry/catalog-spatial.ts';
import { listedRecord, type ParsedRecord, type RecordList } from '../records/catalog-records.ts';
import { makeInterval, makeProvider } from '../records/metadata-record.ts';
import { addHit, readHits } from './geonetwork.ts';
import { completeJson, countedPage, portalConnector } from './portal-connector.ts';

/**
 * Elasticsearch returns no page that ends beyond it (index.max_result_window); further pages continue after the last
 * record.
 */
const resultWindow = 10_000;

/** Of about a hundred fields per record. */
const sourceFields = [
  ...['uuid', 'resourceTitleObject', 'resourceAbstractObject', 'link', 'geom', 'changeDate', 'dateStamp', 'tag'],
  ...['OrgForResourceObject', 'OrgForResource', 'contactForResource', 'mainLanguage', 'resourceTemporalDateRange'],
  ...['licenseObject', 'MD_LegalConstraintsOtherConstraintsObject', 'MD_LegalConstraintsUseLimitationObject'],
];

export const geonetworkConnector = portalConnector({
  kind: 'geonetwork',
  canSplit: (cursor) => cursor.variant > 0 || cursor.at + cursor.size <= resultWindow,
  request: (endpoint, cursor) =>
    cursor.variant === 0 ? searchRequest(endpoint, cursor) : listRequest(endpoint, cursor),
  read: (document, cursor) => (cursor.variant === 0 ? readSearch(document, cursor) : readList(document, cursor)),
  isOwnPage: (url) => /\/srv\/[a-z]{2,3}\/q\?/.test(url),
});

function searchRequest(endpoint: string, { at, size, since, token }: Cursor): ProbeRequest {
  const filter: JsonObject[] = [{ terms: { isTemplate: ['n'] } }];
  if (since !== null) filter.push({ range: { changeDate: { gte: since } } });
  const isBeyond = at + size > resultWindow && token !== null;
  const query = {
    ...(isBeyond ? { search_after: JSON.parse(token) } : { from: at }),
    size,
    sort: [{ uuid: 'asc' }],
    query: { bool: { filter } },
    track_total_hits: true,
    _source: sourceFields,
  };
  const body = { type: 'application/json', text: JSON.stringify(query) };
  return { url: `${endpoint}srv/api/search/records/_search`, accept: 'application/json', body };
}

function listRequest(endpoint: string, { at, size, since }: Cursor): ProbeRequest {
  const range = `from=${at + 1}&to=${at + size}`;
  const changed = since === null ? '' : `&dateFrom=${encodeURIComponent(since.slice(0, 10))}`;
  return {
    url: `${endpoint}srv/eng/q?_content_type=json&fast=index&sortBy=_uuid&sortOrder=reverse&${range}${changed}`,
  };
}

function readSearch(document: Document, cursor: Cursor): RecordPage | null {
  const response = completeJson(document);
  const outer = isObject(response) ? objectAt(response, 'hits') : null;
  if (outer === null || !Array.isArray(outer.hits)) return null;
  const hits = objectsAt(outer, 'hits');
  const records = hits.map((hit) => {
    const source = objectAt(hit, '_source') ?? {};
    const id = stringAt(source, 'uuid') || stringAt(hit, '_id');
    const modified = stringAt(source, 'changeDate') || stringAt(source, 'dateStamp');
    return listedRecord({ base: document.finalUrl, id, modified }, (list) => addSource(source, list));
  });
  const total = numberAt(outer, 'total') ?? numberAt(objectAt(outer, 'total') ?? {}, 'value');
  const page = countedPage(cursor, records, { count: outer.hits.length, total });
  const last = hits.at(-1)?.sort;
  const token = Array.isArray(last) ? JSON.stringify(last) : null;
  return page.next === null ? page : { ...page, next: { ...page.next, token } };
}

function readList(document: Document, cursor: Cursor): RecordPage | null {
  const response = completeJson(document);
  const hits = isObject(response) ? readHits(document) : null;
  if (!isObject(response) || hits === null) return null;
  const records = hits.map((hit) => {
    const info = objectAt(hit, 'geonet:info') ?? {};
    const facts = { base: document.finalUrl, id: stringAt(info, 'uuid'), modified: stringAt(info, 'changeDate') };
    return listedRecord(facts, (list) => {
      addHit(hit, list);
      return parsedHit(hit);
    });
  });
  const total = numberAt(objectAt(response, 'summary') ?? {}, '@count');
  return countedPage(cursor, records, { count: hits.length, total });
}

/** Texts are objects by language, with the record's own under `default`. */
function textOf(object: JsonObject, name: string): string {
  const inLanguages = objectAt(object, `${name}Object`);
  return (inLanguages === null ? '' : stringAt(inLanguages, 'default')) || stringAt(object, name);
}

/** Lists of such texts; a single one isn't wrapped in a list. */
function textsOf(object: JsonObject, name: string): readonly string[] {
  const value = object[`${name}Object`] ?? object[name];
  const texts = (Array.isArray(value) ? value : [value]).map((one) => (isObject(one) ? stringAt(one, 'default') : one));
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** A record of the Elasticsearch index of GeoNetwork 4. */
function addSource(source: JsonObject, records: RecordList): ParsedRecord {
  const title = textOf(source, 'resourceTitle');
  const geometry = Array.isArray(source.geom) ? source.geom[0] : source.geom;
  const [range = {}] = objectsAt(source, 'resourceTemporalDateRange');
  records.add({
    title,
    abstract: textOf(source, 'resourceAbstract'),
    keywords: textsOf(source, 'tag'),
    time: makeInterval(stringAt(range, 'gte'), stringAt(range, 'lte')),
    extent: isObject(geometry) ? readSpatial(geometry, records.problems) : null,
  });
  for (const link of objectsAt(source, 'link')) {
    const words = [stringAt(link, 'protocol'), textOf(link, 'name'), title];
    records.link(textOf(link, 'url'), words.filter((text) => text !== '').join(' '));
  }
  const [contact = {}] = objectsAt(source, 'contactForResource');
  const organization = textsOf(source, 'OrgForResource')[0] ?? textOf(contact, 'organisation');
  const terms = ['license', 'MD_LegalConstraintsOtherConstraints', 'MD_LegalConstraintsUseLimitation'];
  return {
    provider: makeProvider(organization, stringAt(contact, 'individual'), stringAt(contact, 'email')),
    terms: terms.flatMap((name) => textsOf(source, name)).join('; '),
    language: stringAt(source, 'mainLanguage'),
  };
}

/**
 * A record of the `q` service: responsible parties are texts with fields between bars, role|applies to|organization|…
 */
function parsedHit(hit: JsonObject): ParsedRecord {
  const parties = textsOf(hit, 'responsibleParty').map((text) => text.split('|'));
  const party = parties.find(([, appliesTo]) => appliesTo === 'resource') ?? parties[0] ?? [];
  const [, , organization = '', , email = '', person = ''] = party;
  return {
    provider: makeProvider(organization, person, email),
    terms: ['legalConstraints', 'useLimitation'].flatMap((name) => textsOf(hit, name)).join('; '),
    language: stringAt(hit, 'mdLanguage') || stringAt(hit, 'language'),
  };
}
