// A collection or item of STAC as a record of the catalog that lists it.
import { type JsonObject, objectAt, stringAt } from '../base/json/json.ts';
import type { CatalogRecord } from '../model/connector.ts';
import { readJsonLinks } from './address/json-links.ts';
import { listedRecord } from './listed-record.ts';
import { readCollection } from './records/json-collection.ts';
import { itemLayer } from './stac-describe.ts';
import { dataLinks } from './stac-links.ts';

/** Null for what has no identifier. `own` is its address where it is a file of its own, which a crawl then visits. */
export function readStacRecord(member: JsonObject, base: string, own: string | null = null): CatalogRecord | null {
  const name = stringAt(member, 'id');
  if (name === '') return null;
  const properties = objectAt(member, 'properties');
  const isItem = stringAt(member, 'type') === 'Feature' || (properties !== null && member.geometry !== undefined);
  // Items are named within their collection only (STAC Item 1.0.0, "id").
  const collection = isItem ? stringAt(member, 'collection') : '';
  const id = collection === '' ? name : `${collection}/${name}`;
  const modified = stringAt(properties ?? member, 'updated') || stringAt(member, 'updated');
  return listedRecord({ base, id, modified }, (records) => {
    const links = readJsonLinks(member, base);
    const layer = isItem ? itemLayer(member, records.problems) : readCollection(member, links, records.problems);
    records.add(layer);
    if (own !== null && !isItem) records.link(own, layer.title);
    for (const { url, title, rel } of dataLinks(member, links, base)) {
      const words = [rel === 'asset' ? '' : rel, title, layer.title];
      records.link(url, words.filter((text) => text !== '').join(' '));
    }
  });
}
