// The links of a simulated web as orderings see them: everything is made when it is read, and nothing is kept for long.
import { suspicions } from '../../src/identify/suspicions.ts';
import { kinds } from '../../src/kinds/index.ts';
import { maxRankedText, type RankedLink, type RankedPage } from '../../src/model/rank.ts';
import type { SimulatedWeb } from '../web/web.ts';

export interface SimulatedLink extends RankedLink {
  /** Number of the address it leads to. */
  readonly target: number;
}

export interface SimulatedPage extends RankedPage {
  readonly number: number;
  readonly depth: number;
}

/** Suspicion from which a link is probed rather than read as a page. */
const probed = 0.5;
/** Texts kept, about 30 MB: waiting links hold their pages, so a page must not hold its text. */
const keptTexts = 16_384;

export interface SimulatedLinks {
  seed(target: number): SimulatedLink;
  page(number: number, depth: number): SimulatedPage;
  /** Where a page's links lead and the links themselves, in order. */
  links(page: SimulatedPage, wanted: (target: number) => boolean): SimulatedLink[];
}

export function simulatedLinks(web: SimulatedWeb): SimulatedLinks {
  const texts = new Map<number, string>();
  const textOf = (page: number): string => {
    const known = texts.get(page);
    if (known !== undefined) return known;
    const text = web.text(page).slice(0, maxRankedText);
    if (texts.size >= keptTexts) texts.delete(texts.keys().next().value!);
    texts.set(page, text);
    return text;
  };
  const makeLink = (target: number, parent: SimulatedPage | null, place: number): SimulatedLink => {
    const depth = parent === null ? 0 : parent.depth + 1;
    const link = {
      url: web.urlOf(target),
      foundBy: parent === null ? ('seed' as const) : ('link' as const),
      nofollow: false,
      get anchor() {
        return parent === null ? '' : web.anchor(parent.number, place, target);
      },
      get window() {
        return parent === null ? '' : web.window(parent.number, place, target);
      },
    };
    let suspicion: number | undefined;
    return {
      target,
      link,
      depth,
      inScope: true,
      parent,
      // Asked several times by orderings, and never by some.
      get suspicion() {
        suspicion ??= suspicions(link, kinds)[0]?.score ?? 0;
        return suspicion;
      },
      get pool() {
        return this.suspicion >= probed ? 'probe' : 'page';
      },
    };
  };
  return {
    seed: (target) => makeLink(target, null, 0),
    page: (number, depth) => ({
      number,
      depth,
      url: web.urlOf(number),
      platform: null,
      get title() {
        return web.title(number);
      },
      get text() {
        return textOf(number);
      },
      get links() {
        return [...new Set(web.linksOf(number))].map(web.urlOf);
      },
    }),
    links: (page, wanted) =>
      web.linksOf(page.number).flatMap((target, place) => (wanted(target) ? [makeLink(target, page, place)] : [])),
  };
}
