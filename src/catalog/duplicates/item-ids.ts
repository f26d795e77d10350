// Identifiers that connect datasets: metadata record ids and DOIs.
import type { Layer, Resource } from '../../model/resource.ts';
import { folded } from './distinctive-terms.ts';
import type { Item } from './item.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const doi = /\b10\.\d{4,9}\/[^\s"<>?#&]{1,100}/gi;

/** Limits: identifiers read per text, and kept per item. */
const maxIds = 4;

/** Identifiers of a record apply to its only dataset, not to each of many. */
export function idsIn(resource: Resource, layer: Layer | null, isSole: boolean): Pick<Item, 'ids' | 'recordTitles'> {
  const records = isSole ? recordsOf(resource) : [];
  const texts = [
    layer?.name ?? '',
    ...(layer?.metadataUrls ?? []),
    ...records.map(({ id }) => id),
    ...(isSole ? resource.links.filter(({ url }) => url.includes('doi.org/')).map(({ url }) => url) : []),
  ];
  const ids = [...new Set(texts.slice(0, 50).flatMap(idsOf))];
  return { ids: ids.slice(0, maxIds), recordTitles: [...new Set(records.map(({ title }) => folded(title)))] };
}

function recordsOf({ provenance, fromRecords = [] }: Resource) {
  const first = provenance?.record === undefined ? [] : [provenance.record];
  return [...first, ...fromRecords.flatMap(({ records }) => records)].slice(0, maxIds);
}

function idsOf(text: string): readonly string[] {
  const head = text.slice(0, 2000);
  const found = [...(head.match(uuid) ?? []), ...(head.match(doi) ?? [])];
  return found.slice(0, maxIds).map((id) => id.toLowerCase().replace(/[.,;:)]+$/, ''));
}

/** An identifier shared by several layers of a record identifies none of them. */
export function uniqueOnly(items: readonly Item[]): readonly Item[] {
  const counts = new Map<string, number>();
  for (const { ids } of items) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return items.map((item) => {
    if (item.ids.length === 0) return item;
    return { ...item, ids: item.ids.filter((id) => counts.get(id) === 1) };
  });
}
