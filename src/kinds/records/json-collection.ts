// A collection of OGC API or STAC as a layer, and the members both share.
import { readCrs } from '../../base/geo/crs.ts';
import { arrayAt, isObject, type JsonObject, objectsAt, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyLayer } from '../../describe/empty-description.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Layer, Provider } from '../../model/resource.ts';
import type { JsonLink } from '../address/json-links.ts';
import { readCollectionExtent, readCollectionTime } from '../geometry/json-extent.ts';

/** Limit per list of a resource. */
export const maxLayers = 100_000;
const maxCrs = 100;
const maxKeywords = 200;
const maxMetadataUrls = 5;

/** Relations to more information about a collection. */
const aboutRelations = new Set(['describedby', 'about', 'metadata', 'cite-as']);

export function readCollection(collection: JsonObject, links: readonly JsonLink[], problems: ProblemTally): Layer {
  const id = copyString(collectionId(collection));
  const crs = [...new Set([...textsAt(collection, 'crs'), ...textsAt(collection, 'CRS')].map(readCrs))];
  const known = crs.filter((name) => name !== null);
  const about = links.filter(({ rel }) => aboutRelations.has(rel)).map(({ url }) => copyString(url));
  return {
    ...emptyLayer,
    name: id === '' ? null : id,
    title: copyString(stringAt(collection, 'title') || id),
    abstract: copyString(stringAt(collection, 'description')),
    keywords: readKeywords(collection),
    extent: readCollectionExtent(collection, problems),
    crs: known.slice(0, maxCrs),
    crsCount: known.length,
    queryable: links.some(({ rel }) => rel === 'items' || rel === 'item'),
    time: readCollectionTime(collection),
    metadataUrls: [...new Set(about)].slice(0, maxMetadataUrls),
  };
}

/** Drafts called it `name`. */
export function collectionId(collection: JsonObject): string {
  return stringAt(collection, 'id') || stringAt(collection, 'name');
}

/** Strings of an array, or a single string in its place. */
export function textsAt(object: JsonObject, name: string): readonly string[] {
  const value = object[name];
  if (typeof value === 'string') return [value.trim()];
  return arrayAt(object, name).filter((member) => typeof member === 'string');
}

/** Plain strings; some servers wrap them in objects. */
export function readKeywords(object: JsonObject): readonly string[] {
  const words = arrayAt(object, 'keywords').map((member) =>
    typeof member === 'string'
      ? member.trim()
      : isObject(member)
        ? stringAt(member, 'keyword') || stringAt(member, 'name')
        : '',
  );
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxKeywords).map(copyString);
}

/** The main responsible party: STAC `providers` and OGC API – Records `contacts`, hosts and licensors last. */
export function readProvider(object: JsonObject): Provider | null {
  const all = [...objectsAt(object, 'providers'), ...objectsAt(object, 'contacts')];
  const isHost = (one: JsonObject) => textsAt(one, 'roles').join() === 'host';
  const chosen = all.find((one) => !isHost(one)) ?? all[0];
  if (chosen === undefined) return null;
  const organization = stringAt(chosen, 'organization') || stringAt(chosen, 'name');
  const person = stringAt(chosen, 'organization') === '' ? '' : stringAt(chosen, 'name');
  const email = objectsAt(chosen, 'emails').map((one) => stringAt(one, 'value'))[0] || stringAt(chosen, 'email');
  const url = webUrl(stringAt(chosen, 'url'));
  if (organization === '' && email === '' && url === null) return null;
  return { organization: organization || null, person: person || null, email: email || null, url };
}
