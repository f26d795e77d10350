// Pages and links with known classes, real (WebKB) or simulated, in the one form that is measured.
import { makeDocument } from '../../src/base/document/document.ts';
import { words } from '../../src/base/text/text.ts';
import { extractPage } from '../../src/extract/extract.ts';
import { kinds } from '../web/skeleton.ts';
import { topicName } from '../web/topics.ts';
import type { SimulatedWeb } from '../web/web.ts';
import type { Webkb } from './webkb.ts';

export interface MeasuredPage {
  readonly url: string;
  readonly host: string;
  readonly className: string;
  readonly title: readonly string[];
  readonly text: readonly string[];
  /** Words in the links of the page, link by link. */
  readonly anchors: readonly (readonly string[])[];
  /** Links that stay on its host. */
  readonly ownLinks: number;
}

export interface MeasuredLink {
  readonly from: MeasuredPage;
  readonly to: MeasuredPage;
  readonly anchor: readonly string[];
  readonly window: readonly string[];
}

export interface Collection {
  /** Classes to distinguish from the others. */
  readonly classes: readonly string[];
  readonly pages: readonly MeasuredPage[];
  /** Links between pages of the collection. */
  readonly links: readonly MeasuredLink[];
}

/** Characters of a text that orderings read. */
const textLimit = 4000;

export function webkbCollection({ pages, edges }: Webkb): Collection {
  const headers = { 'content-type': 'text/html' };
  const read = pages.map(({ url, html, className }) => {
    const page = extractPage(makeDocument({ url, bytes: html, headers }));
    const links = page.links.filter(({ foundBy }) => foundBy === 'link');
    const text = words(page.text().slice(0, textLimit));
    const anchors = links.map(({ anchor }) => words(anchor));
    const ownLinks = links.filter((link) => hostOf(link.url) === hostOf(url)).length;
    return { links, page: { url, host: siteOf(url), className, title: words(page.title), text, anchors, ownLinks } };
  });
  const places = new Map(pages.map(({ id }, index) => [id, index]));
  const links = edges.map(({ from, to, anchor }) => {
    const source = read[places.get(from)!]!;
    const target = read[places.get(to)!]!.page;
    const link = source.links.find(({ url }) => isSame(url, target.url));
    return { from: source.page, to: target, anchor: words(anchor), window: words(link?.window ?? '') };
  });
  return { classes: ['course', 'faculty', 'student', 'project'], pages: read.map(({ page }) => page), links };
}

/** A sample of the pages and links of a web. */
export function simulatedCollection(web: SimulatedWeb, count: { pages: number; links: number }): Collection {
  const { kind, topic, size, hostOf } = web.skeleton;
  const isPage = (at: number): boolean => kind[at] === kinds.page;
  const made = new Map<number, MeasuredPage>();
  const pageAt = (at: number): MeasuredPage => {
    const known = made.get(at);
    if (known !== undefined) return known;
    const url = web.urlOf(at);
    const targets = web.linksOf(at);
    const page = {
      url,
      host: siteOf(url),
      className: topicName(topic[at]!),
      title: words(web.title(at)),
      text: words(web.text(at).slice(0, textLimit)),
      anchors: targets.map((target, place) => words(web.anchor(at, place, target))),
      ownLinks: targets.filter((target) => hostOf[target] === hostOf[at]).length,
    };
    made.set(at, page);
    return page;
  };
  const step = Math.max(1, Math.floor(size / count.pages));
  const sample = Array.from({ length: Math.floor(size / step) }, (_, index) => index * step).filter(isPage);
  const links = sample.flatMap((from) =>
    web.linksOf(from).flatMap((to, place) =>
      isPage(to)
        ? [
            {
              from: pageAt(from),
              to: pageAt(to),
              anchor: words(web.anchor(from, place, to)),
              window: words(web.window(from, place, to)),
            },
          ]
        : [],
    ),
  );
  const linkStep = Math.max(1, links.length / count.links);
  return {
    classes: ['geodata', 'environment', 'water', 'land', 'government', 'university'],
    pages: sample.map(pageAt),
    links: links.filter((_, index) => Math.floor(index / linkStep) !== Math.floor((index - 1) / linkStep)),
  };
}

function hostOf(url: string): string {
  return url.split('/')[2] ?? '';
}

/** 'cornell.edu': machines of one site go together. */
function siteOf(url: string): string {
  const host = hostOf(url);
  return host
    .split('.')
    .slice(host.endsWith('.example') ? -3 : -2)
    .join('.');
}

function isSame(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

function spelling(url: string): string {
  return url
    .toLowerCase()
    .replace(/#.*$/, '')
    .replace(/\/(index\.html?)?$/, '')
    .replace(':80/', '/');
}
