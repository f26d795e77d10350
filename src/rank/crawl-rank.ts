// An ordering at work in a crawl: scores become classes of the frontier, and visits teach it what links turned out to be.
import { detach } from '../base/text/copy-string.ts';
import type { Page } from '../model/document.ts';
import type { Link } from '../model/link.ts';
import { maxRankedText, type Ordering, type Rank, type RankedLink, type RankedPage } from '../model/rank.ts';
import { fifo } from './fifo.ts';
import { createRecent } from './recent.ts';
import { createScoreClasses } from './score-classes.ts';
import { hostOfUrl } from './url-host.ts';

/** A page as the crawl has it in hand. */
export interface PageInHand {
  readonly page: Page;
  /** The address it was visited at. */
  readonly url: string;
  readonly platform: string | null;
}

/** How a visit ended. */
export interface Visited {
  readonly url: string;
  readonly found: number;
  readonly page: RankedPage | null;
  readonly failed: boolean;
  readonly costMs: number;
}

export interface CrawlRank extends Rank {
  /** The page as its links carry it: nothing of it is read before somebody asks. */
  pageOf(page: PageInHand): RankedPage;
  /** Before the links of the page are scored: several orderings hand on to them what they make of it. */
  learn(visited: Visited): void;
  /** Lets go of what the page was read from, once its links are scored. */
  release(page: RankedPage): void;
  save(): unknown;
}

/** Links whose visits can still teach; of older ones only the address is known. */
const rememberedLinks = 8192;
/** Characters kept of a title. */
const maxTitle = 500;
/** Probes are few and mostly what the crawl is after: two classes ahead of all pages. */
const firstPageClass = 2;

export function createCrawlRank(ordering: Ordering): CrawlRank {
  const links = createRecent<Remembered>(rememberedLinks / 2);
  const classes = createScoreClasses(firstPageClass);
  const scoreOf = (link: RankedLink): number => {
    const { hostScore, pageScore } = ordering;
    const host = hostScore === undefined ? 0 : hostScore(hostOfUrl(link.link.url));
    const page = pageScore === undefined || link.parent === null ? 0 : pageScore(link.parent.url);
    return ordering.score(link) + host + page;
  };
  return {
    name: ordering.name,
    pageOf: (page) => new RememberedPage(page),
    classOf(found, url) {
      const { pool, suspicion, depth, inScope, parent } = found;
      // Met again under another spelling: it is one page of its site, and stands where it stood.
      const known = links.get(url);
      if (known !== undefined && known.pool === pool && known.depth <= depth) return known.cls;
      const link = new RememberedLink(found.link, pool === 'page' ? url : detach(found.link.url));
      const remembered = { link, pool, suspicion, depth, inScope, parent, cls: 0 };
      // Scored all the same: what the ordering reads of a link now is what its visit can teach later.
      const score = scoreOf(remembered);
      // What a person named or a kind is sure of needs no opinion of ours.
      remembered.cls = pool === 'probe' || depth === 0 ? fifo.classOf(found, url) : classes.classOf(score);
      link.release();
      links.set(url, remembered);
      return remembered.cls;
    },
    learn({ url, found, page, failed, costMs }) {
      ordering.learn({ link: links.get(url) ?? forgotten(url), found, page, failed, costMs });
    },
    release(page) {
      if (page instanceof RememberedPage) page.release();
    },
    save: () => ordering.save(),
  };
}

interface Remembered extends RankedLink {
  /** The class it was given. */
  readonly cls: number;
}

function forgotten(url: string): RankedLink {
  const link = { url, foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
  return { link, pool: 'page', suspicion: 0, depth: 1, inScope: true, parent: null };
}

/** Keeps what an ordering read of a link, and lets go of the page the link was cut from. */
class RememberedLink implements Link {
  readonly url: string;
  readonly foundBy: Link['foundBy'];
  readonly nofollow: boolean;
  #from: Link | null;
  #anchor = '';
  #window = '';

  /** `url`: the address that is visited, spelled one way. */
  constructor(from: Link, url: string) {
    this.url = url;
    this.foundBy = from.foundBy;
    this.nofollow = from.nofollow;
    this.#from = from;
  }

  get anchor(): string {
    if (this.#from !== null && this.#anchor === '') this.#anchor = detach(this.#from.anchor);
    return this.#anchor;
  }

  get window(): string {
    if (this.#from !== null && this.#window === '') this.#window = detach(this.#from.window);
    return this.#window;
  }

  release(): void {
    this.#from = null;
  }
}

/** The same for a page. */
class RememberedPage implements RankedPage {
  readonly url: string;
  readonly platform: string | null;
  #from: Page | null;
  #title: string | null = null;
  #text: string | null = null;
  #links: readonly string[] | null = null;

  constructor({ page, url, platform }: PageInHand) {
    this.url = detach(url);
    this.platform = platform;
    this.#from = page;
  }

  get title(): string {
    if (this.#from !== null) this.#title ??= detach(this.#from.title.slice(0, maxTitle));
    return this.#title ?? '';
  }

  get text(): string {
    const from = this.#from;
    if (from !== null) this.#text ??= detach((from.textStart?.(maxRankedText) ?? from.text()).slice(0, maxRankedText));
    return this.#text ?? '';
  }

  get links(): readonly string[] {
    if (this.#from !== null) this.#links ??= [...new Set(this.#from.links.map(({ url }) => detach(url)))];
    return this.#links ?? [];
  }

  release(): void {
    this.#from = null;
  }
}
