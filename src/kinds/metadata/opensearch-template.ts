// Which search of an OpenSearch description to use, and its template filled in (OpenSearch 1.1, "URL template syntax").
import { webUrl } from '../../base/url/web-url.ts';
import { type Search, splitTemplate } from './opensearch.ts';

/** How a search continues: by the position of a record, by the number of a page, or by the links in its responses. */
export type PagedBy = 'index' | 'page' | 'link';

export interface ChosenSearch {
  readonly template: string;
  readonly type: string;
  readonly by: PagedBy;
  /** The number of the first record or page. */
  readonly offset: number;
  /** It lists collections, which have their own searches (OGC 13-026r9, two-step search). */
  readonly isCollections: boolean;
}

const parameter = /\{([^{}]{1,100})\}/g;
/** Records changed since an instant, in the terms of OGC 13-026r9 and of Dublin Core. */
const modifiedNames = ['eo:modificationdate', 'dct:modified', 'dc:modified'];

/** Formats from the best described to the least; HTML pages and suggestions aren't records. */
function rankOf(type: string): number {
  if (/html|suggestions|opensearchdescription/i.test(type)) return 0;
  const known = [/atom/i, /geo\+json|vnd\.geo\+json/i, /rss/i, /json/i, /xml/i].findIndex((one) => one.test(type));
  return known < 0 ? 0 : 5 - known;
}

/** Null without a search whose responses could be read. Collections first, if requested. */
export function chooseSearch(
  searches: readonly Search[],
  base: string,
  wantsCollections: boolean,
): ChosenSearch | null {
  const usable = searches.filter(({ type, rel }) => rankOf(type) > 0 && !/suggestions|self|template/.test(rel));
  const collections = usable.filter(({ rel }) => /\bcollection\b/.test(rel));
  const results = usable.filter(({ rel }) => !/\bcollection\b/.test(rel));
  const isCollections = wantsCollections && collections.length > 0;
  const [best] = (isCollections ? collections : results).toSorted(
    (one, other) => rankOf(other.type) - rankOf(one.type),
  );
  if (best === undefined) return null;
  const names = namesIn(best.template);
  const by = names.has('startindex') ? 'index' : names.has('startpage') ? 'page' : 'link';
  const offset = by === 'index' ? best.indexOffset : best.pageOffset;
  // Resolving a URL escapes braces: the template is cut before its first parameter.
  const first = best.template.indexOf('{');
  const head = first < 0 ? best.template : best.template.slice(0, first);
  const absolute = /^https?:/i.test(best.template) ? head : webUrl(head, base);
  if (absolute === null) return null;
  return { template: absolute + best.template.slice(head.length), type: best.type, by, offset, isCollections };
}

function namesIn(template: string): ReadonlySet<string> {
  return new Set([...template.matchAll(parameter)].map(([, name = '']) => plainName(name)));
}

/** "os:startIndex?" is startindex; other prefixes distinguish parameters. */
function plainName(name: string): string {
  return name
    .replace(/\?$/, '')
    .replace(/^(?:os|opensearch):/i, '')
    .toLowerCase();
}

export interface Filling {
  readonly count: number;
  /** Position or page, from 0. */
  readonly at: number;
  readonly since: string | null;
}

export function canAskForChanges(template: string): boolean {
  const names = namesIn(template);
  return modifiedNames.some((name) => names.has(name));
}

/** Unknown optional parameters are removed; required ones stay empty, as in a search for anything. */
export function fillTemplate({ template, offset }: ChosenSearch, { count, at, since }: Filling): string {
  const values = new Map([
    ['count', String(count)],
    ['startindex', String(at + offset)],
    ['startpage', String(at + offset)],
    ['language', '*'],
    ['inputencoding', 'UTF-8'],
    ['outputencoding', 'UTF-8'],
  ]);
  // "[date" is an interval that starts there (OGC 13-026r9, table 8).
  if (since !== null) for (const name of modifiedNames) values.set(name, name.startsWith('eo:') ? `[${since}` : since);
  const [path, query] = splitTemplate(template);
  const fill = (text: string) =>
    text.replace(parameter, (_, name: string) => encodeURIComponent(values.get(plainName(name)) ?? ''));
  const isLeftOut = (part: string) =>
    [...part.matchAll(parameter)].some(([, name = '']) => name.endsWith('?') && !values.has(plainName(name)));
  const kept = query.split('&').filter((part) => part !== '' && !isLeftOut(part));
  return `${fill(path)}${kept.length > 0 ? '?' : ''}${kept.map(fill).join('&')}`;
}
