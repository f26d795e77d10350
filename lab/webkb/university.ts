// One university of WebKB as a web to crawl: pages as orderings see them, and the links between them.
import { makeDocument } from '../../src/base/document/document.ts';
import { extractPage } from '../../src/extract/extract.ts';
import type { Link } from '../../src/model/link.ts';
import { maxRankedText, type RankedPage } from '../../src/model/rank.ts';
import type { Webkb, WebkbPage } from '../calibration/webkb.ts';

export interface UniversityLink {
  readonly link: Link;
  /** Index of the page it leads to. */
  readonly to: number;
}

export interface UniversityPage {
  readonly className: string;
  readonly page: RankedPage;
  /** To other pages of the university, in the order of the collection. */
  readonly links: readonly UniversityLink[];
}

export interface University {
  readonly name: string;
  readonly pages: readonly UniversityPage[];
}

export function readUniversities({ pages, edges }: Webkb): University[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const names = [...new Set(pages.map(({ university }) => university))].sort();
  return names.map((name) => {
    const own = pages.filter(({ university }) => university === name);
    const places = new Map(own.map(({ id }, at) => [id, at]));
    const edgesOf = new Map<number, { to: number; anchor: string }[]>(own.map(({ id }) => [id, []]));
    for (const { from, to, anchor } of edges)
      if (places.has(from) && places.has(to)) edgesOf.get(from)!.push({ to, anchor });
    return { name, pages: own.map((page) => readPage(page, edgesOf.get(page.id)!, byId, places)) };
  });
}

function readPage(
  { url, html, className }: WebkbPage,
  edges: readonly { readonly to: number; readonly anchor: string }[],
  byId: ReadonlyMap<number, WebkbPage>,
  places: ReadonlyMap<number, number>,
): UniversityPage {
  const bytes = withoutHeaders(html);
  const page = extractPage(makeDocument({ url, bytes, headers: { 'content-type': 'text/html' } }));
  const windows = new Map(page.links.map((link) => [plain(link.url), link.window]));
  const links = edges.map(({ to, anchor }): UniversityLink => {
    const target = byId.get(to)!.url;
    const window = windows.get(plain(target)) ?? '';
    return { link: { url: target, foundBy: 'link', anchor, window, nofollow: false }, to: places.get(to)! };
  });
  const text = page.text().slice(0, maxRankedText);
  const ranked = { url, title: page.title, text, links: links.map(({ link }) => link.url), platform: null };
  return { className, page: ranked, links };
}

/** Pages were saved with the response header in front. */
function withoutHeaders(bytes: Uint8Array): Uint8Array {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2000));
  if (/^\s*</.test(head)) return bytes;
  const end = /\r?\n\r?\n/.exec(head);
  return end === null ? bytes : bytes.subarray(end.index + end[0].length);
}

/** Page names without what servers treat as equivalent: the trailing slash, the name of the index. */
function plain(url: string): string {
  return url
    .toLowerCase()
    .replace(/#.*$/s, '')
    .replace(/(?:index\.html?)?$/, '')
    .replace(/\/+$/, '');
}
