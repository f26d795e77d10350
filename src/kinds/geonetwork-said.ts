// What a record of GeoNetwork says, as its two search services write it.
import { isObject, type JsonObject, objectAt, objectsAt, stringAt } from '../base/json/json.ts';
import type { RecordList } from './catalog-records.ts';
import { readSpatial } from './geometry/catalog-spatial.ts';
import type { RecordSaid } from './listed-record.ts';
import { makeInterval, makeProvider } from './metadata-record.ts';

/** Texts are objects by language, with the record's own under `default`. */
function textOf(object: JsonObject, name: string): string {
  const inLanguages = objectAt(object, `${name}Object`);
  return (inLanguages === null ? '' : stringAt(inLanguages, 'default')) || stringAt(object, name);
}

/** Lists of such texts; one that stands alone is no list. */
function textsOf(object: JsonObject, name: string): readonly string[] {
  const value = object[`${name}Object`] ?? object[name];
  const texts = (Array.isArray(value) ? value : [value]).map((one) => (isObject(one) ? stringAt(one, 'default') : one));
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** A record of the Elasticsearch index of GeoNetwork 4. */
export function takeSource(source: JsonObject, records: RecordList): RecordSaid {
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

/** A record of the `q` service: responsible parties are texts with fields between bars, role|applies to|organization|… */
export function hitSaid(hit: JsonObject): RecordSaid {
  const parties = textsOf(hit, 'responsibleParty').map((text) => text.split('|'));
  const party = parties.find(([, appliesTo]) => appliesTo === 'resource') ?? parties[0] ?? [];
  const [, , organization = '', , email = '', person = ''] = party;
  return {
    provider: makeProvider(organization, person, email),
    terms: ['legalConstraints', 'useLimitation'].flatMap((name) => textsOf(hit, name)).join('; '),
    language: stringAt(hit, 'mdLanguage') || stringAt(hit, 'language'),
  };
}
