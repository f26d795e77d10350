// Web links as JSON APIs write them (RFC 8288 in JSON): `links: [{ href, rel, type, title }]`.

import { type JsonObject, objectsAt, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { FoundBy, Link } from '../../model/link.ts';
import { resourceLink } from './resource-links.ts';

/** The Accept header for JSON APIs. */
export const jsonTypes = 'application/json, application/geo+json;q=0.9, */*;q=0.1';

export interface JsonLink {
  /** Lower case, without OGC's prefix for relations: 'data', 'tilesets-vector', 'items'. */
  readonly rel: string;
  /** Absolute web URL. */
  readonly url: string;
  /** Media type in lower case, or ''. */
  readonly type: string;
  readonly title: string;
  /** Requested by POST with a body, as STAC searches may be continued: following the URL alone doesn't work. */
  readonly isPosted?: boolean;
}

/** Read per document; more are ignored. */
const maxRead = 20_000;
/** Passed to the crawl per resource. */
const maxGiven = 1000;

/** Both prefixes of OGC relations, and their abbreviations in drafts and examples. */
const ogcRelation = /^(?:https?:\/\/www\.opengis\.net\/def\/rel\/ogc\/[\d.]{1,5}\/|\[?ogc-rel:)([\w-]{1,60})\]?$/i;

/** Links with a web URL, in document order; relative ones are resolved against `base`. */
export function readJsonLinks(object: JsonObject, base: string): readonly JsonLink[] {
  const links: JsonLink[] = [];
  for (const link of objectsAt(object, 'links').slice(0, maxRead)) {
    const href = stringAt(link, 'href');
    const url = href === '' ? null : webUrl(href, base);
    if (url === null) continue;
    const type = stringAt(link, 'type').toLowerCase();
    const isPosted = stringAt(link, 'method').toUpperCase() === 'POST';
    links.push({ rel: plainRelation(stringAt(link, 'rel')), url, type, title: stringAt(link, 'title'), isPosted });
  }
  return links;
}

function plainRelation(rel: string): string {
  return (ogcRelation.exec(rel)?.[1] ?? rel).toLowerCase();
}

/** The first link of a relation that can be followed, JSON before others: APIs have one link per format. */
export function linkTo(links: readonly JsonLink[], ...relations: readonly string[]): JsonLink | null {
  const found = links.filter(({ rel, isPosted }) => relations.includes(rel) && !isPosted);
  return found.find(({ type }) => type.includes('json')) ?? found.find(({ type }) => type === '') ?? found[0] ?? null;
}

/** Links for the crawl, each URL once. */
export function crawlLinks(links: Iterable<JsonLink>, foundBy: FoundBy): readonly Link[] {
  const given = new Map<string, Link>();
  for (const { url, title } of links) {
    if (given.size >= maxGiven) break;
    if (!given.has(url)) given.set(url, resourceLink(copyString(url), foundBy, copyString(title)));
  }
  return [...given.values()];
}
