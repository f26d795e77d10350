// The links of a simulated web as orderings see them: computed on access and kept only briefly.
import { suspicions } from '../../src/identify/suspicions.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Link } from '../../src/model/link.ts';
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

/** Minimum suspicion for probing a link rather than reading it as a page. */
const probed = 0.5;
/** Cached texts, about 30 MB: queued links reference their pages, so a page must not reference its text. */
const keptTexts = 16_384;

export interface SimulatedLinks {
  seed(target: number): SimulatedLink;
  page(number: number, depth: number): SimulatedPage;
  /** The targets of a page's links and the links themselves, in order. */
  links(page: SimulatedPage, expected: (target: number) => boolean): SimulatedLink[];
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
  return {
    seed: (target) => new WaitingLink(web, target, null, 0),
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
    links: (page, expected) =>
      web
        .linksOf(page.number)
        .flatMap((target, place) => (expected(target) ? [new WaitingLink(web, target, page, place)] : [])),
  };
}

/**
 * A link and its facts as one object: hundreds of thousands are queued in a large crawl, and closures for each would
 * take a kilobyte. Words are computed on access.
 */
class WaitingLink implements SimulatedLink, Link {
  readonly target: number;
  readonly parent: SimulatedPage | null;
  readonly url: string;
  readonly #web: SimulatedWeb;
  readonly #place: number;
  /** Read several times by some orderings, never by others. */
  #suspicion = -1;

  constructor(web: SimulatedWeb, target: number, parent: SimulatedPage | null, place: number) {
    this.#web = web;
    this.target = target;
    this.parent = parent;
    this.#place = place;
    this.url = web.urlOf(target);
  }

  get link(): Link {
    return this;
  }

  get foundBy(): Link['foundBy'] {
    return this.parent === null ? 'seed' : 'link';
  }

  get nofollow(): boolean {
    return false;
  }

  get anchor(): string {
    return this.parent === null ? '' : this.#web.anchor(this.parent.number, this.#place, this.target);
  }

  get window(): string {
    return this.parent === null ? '' : this.#web.window(this.parent.number, this.#place, this.target);
  }

  get inScope(): boolean {
    return true;
  }

  get depth(): number {
    return this.parent === null ? 0 : this.parent.depth + 1;
  }

  get suspicion(): number {
    if (this.#suspicion < 0) this.#suspicion = suspicions(this, kinds)[0]?.score ?? 0;
    return this.#suspicion;
  }

  get pool(): RankedLink['pool'] {
    return this.suspicion >= probed ? 'probe' : 'page';
  }
}
