// Datasets ("packages") of CKAN and their resources as records.
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import { withParameter } from '../address/catalog-address.ts';
import { htmlHead, metaContent } from '../address/html-source.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatial, readSpatialText } from '../geometry/catalog-spatial.ts';
import type { ParsedRecord, RecordList } from '../records/catalog-records.ts';
import { makeInterval, makeProvider } from '../records/metadata-record.ts';

/** Adds the datasets of one search response and returns the total. The next page becomes a link. */
export function addCkanSearch(url: string, result: JsonObject, root: string, records: RecordList): number {
  const found = objectsAt(result, 'results');
  for (const one of found) addPackage(one, root, records);
  const total = numberAt(result, 'count') ?? 0;
  const start = Number(/[?&]start=(\d{1,9})/.exec(url)?.[1] ?? 0);
  if (found.length > 0 && start + found.length < total) {
    const next = withParameter(url, 'start', String(start + found.length));
    if (next !== null) records.link(next, 'next');
  }
  return total;
}

export function addPackage(dataset: JsonObject, root: string, records: RecordList): void {
  // Private and deleted datasets appear in some responses; they must not be listed (edge case 85).
  if (dataset.private === true || stringAt(dataset, 'state') === 'deleted') return;
  const name = stringAt(dataset, 'name') || stringAt(dataset, 'id');
  const title = stringAt(dataset, 'title') || name;
  const layer = {
    name,
    title,
    abstract: plainText(stringAt(dataset, 'notes')),
    keywords: readTags(dataset),
    extent: readPackageExtent(dataset, records),
    time: makeInterval(extra(dataset, 'temporal_start'), extra(dataset, 'temporal_end')),
    metadataUrls: name === '' || root === '' ? [] : [`${root}dataset/${encodeURIComponent(name)}`],
  };
  records.add(layer, readTerms(dataset));
  for (const resource of objectsAt(dataset, 'resources')) {
    if (stringAt(resource, 'state') === 'deleted') continue;
    // The format is free text ("OGC WMS", "wms_srvc", "Esri REST"): it becomes part of the link's text.
    const format = stringAt(resource, 'format').replaceAll('_', ' ');
    const words = [format, stringAt(resource, 'name'), title].filter((text) => text !== '');
    records.link(stringAt(resource, 'url'), words.join(' '));
  }
}

/** Publisher and language of a dataset: the organization before the person who entered it. */
export function parsedPackage(dataset: JsonObject): ParsedRecord {
  const owner = objectAt(dataset, 'organization') ?? {};
  const organization = stringAt(owner, 'title') || stringAt(owner, 'name');
  const person = stringAt(dataset, 'maintainer') || stringAt(dataset, 'author');
  const email = stringAt(dataset, 'maintainer_email') || stringAt(dataset, 'author_email');
  return { provider: makeProvider(organization, person, email), language: extra(dataset, 'language') };
}

/** The license's identifier ("cc-by"), title and URL, if present. */
function readTerms(dataset: JsonObject): string {
  const given = ['license_id', 'license_title', 'license_url'].map((name) => stringAt(dataset, name));
  return given.filter((text) => text !== '').join('; ');
}

function readTags(dataset: JsonObject): readonly string[] {
  const tags = Array.isArray(dataset.tags) ? dataset.tags : [];
  const words = tags.map((tag) =>
    isObject(tag) ? stringAt(tag, 'display_name') || stringAt(tag, 'name') : String(tag),
  );
  return words.filter((word) => word !== '');
}

/** A value of `extras`, which is a list of pairs or an object; some portals have it on the dataset itself. */
function extra(dataset: JsonObject, key: string): string {
  const own = stringAt(dataset, key);
  if (own !== '') return own;
  const pair = objectsAt(dataset, 'extras').find((one) => stringAt(one, 'key') === key);
  if (pair !== undefined) return stringAt(pair, 'value');
  const extras = objectAt(dataset, 'extras');
  return extras === null ? '' : stringAt(extras, key);
}

/** ckanext-spatial: `spatial` in GeoJSON; harvested ISO records: four extras. */
function readPackageExtent(dataset: JsonObject, records: RecordList): Extent | null {
  const own = isObject(dataset.spatial) ? readSpatial(dataset.spatial, records.problems) : null;
  if (own !== null) return own;
  const spatial = readSpatialText(extra(dataset, 'spatial'), records.problems);
  if (spatial !== null) return spatial;
  const sides = ['bbox-west-long', 'bbox-south-lat', 'bbox-east-long', 'bbox-north-lat'].map((key) =>
    extra(dataset, key),
  );
  return sides.every((side) => side !== '') ? readSpatialText(sides.join(','), records.problems) : null;
}

export function ckanSoftware(document: Document): string {
  const generator = document.form === 'html' ? metaContent(htmlHead(document), 'generator') : '';
  const [product, version] = generator.split(/\s+/);
  if (/^dkan$/i.test(product ?? '')) return 'DKAN';
  return /^ckan$/i.test(product ?? '') && version !== undefined ? `CKAN ${version}` : 'CKAN';
}
