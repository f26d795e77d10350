// Runs an ordering in a crawl: maps scores to frontier classes and feeds visit outcomes back as training examples.
import { LRUCache } from 'lru-cache';
import { copyString } from '../base/text/copy-string.ts';
import type { Page } from '../model/document.ts';
import type { Link } from '../model/link.ts';
import { maxRankedText, type Ordering, type Rank, type RankedLink, type RankedPage } from '../model/rank.ts';
import { fifo } from './fifo.ts';
import { createScoreClasses } from './score-classes.ts';
import { hostOfUrl } from './url-host.ts';

/** The page whose links are being scored. */
export interface PageContext {
  readonly page: Page;
  /** The URL it was fetched from. */
  readonly url: string;
  readonly platform: string | null;
}

/** The outcome of a visit. */
export interface Visited {
  readonly url: string;
  readonly found: number;
  readonly page: RankedPage | null;
  readonly failed: boolean;
  readonly costMs: number;
}

export interface CrawlRank extends Rank {
  /** The page as its links reference it; fields are computed on demand. */
  pageOf(page: PageContext): RankedPage;
  /** Called before the links of the page are scored: several orderings pass page scores on to links. */
  learn(visited: Visited): void;
  /** Releases the document once its links are scored. */
  release(page: RankedPage): void;
  save(): unknown;
}

/** Links whose visits can still be learned from; for older ones only the URL is kept. */
const rememberedLinks = 8192;
/** Title characters kept. */
const maxTitle = 500;
/** Probes are few and usually the target of the crawl: two classes ahead of all pages. */
const firstPageClass = 2;

export function createCrawlRank(ordering: Ordering): CrawlRank {
  const links = new LRUCache<string, Remembered>({ max: rememberedLinks });
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
      // Known under another spelling: the same page, so it keeps its position.
      const known = links.get(url);
      if (known !== undefined && known.pool === pool && known.depth <= depth) return known.cls;
      const link = new RememberedLink(found.link, pool === 'page' ? url : copyString(found.link.url));
      const remembered = { link, pool, suspicion, depth, inScope, parent, cls: 0 };
      // Scored anyway: the features read now are what its visit will be learned from.
      const score = scoreOf(remembered);
      // URLs named by the user or certain to match a kind need no score.
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
  /** The assigned class. */
  readonly cls: number;
}

function forgotten(url: string): RankedLink {
  const link = { url, foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
  return { link, pool: 'page', suspicion: 0, depth: 1, inScope: true, parent: null };
}

/** Keeps the features read from a link and releases the page text it was sliced from. */
class RememberedLink implements Link {
  readonly url: string;
  readonly foundBy: Link['foundBy'];
  readonly nofollow: boolean;
  #from: Link | null;
  #anchor = '';
  #window = '';

  /** `url`: the normalized URL that is visited. */
  constructor(from: Link, url: string) {
    this.url = url;
    this.foundBy = from.foundBy;
    this.nofollow = from.nofollow;
    this.#from = from;
  }

  get anchor(): string {
    if (this.#from !== null && this.#anchor === '') this.#anchor = copyString(this.#from.anchor);
    return this.#anchor;
  }

  get window(): string {
    if (this.#from !== null && this.#window === '') this.#window = copyString(this.#from.window);
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

  constructor({ page, url, platform }: PageContext) {
    this.url = copyString(url);
    this.platform = platform;
    this.#from = page;
  }

  get title(): string {
    if (this.#from !== null) this.#title ??= copyString(this.#from.title.slice(0, maxTitle));
    return this.#title ?? '';
  }

  get text(): string {
    const from = this.#from;
    if (from !== null)
      this.#text ??= copyString((from.textStart?.(maxRankedText) ?? from.text()).slice(0, maxRankedText));
    return this.#text ?? '';
  }

  get links(): readonly string[] {
    if (this.#from !== null) this.#links ??= [...new Set(this.#from.links.map(({ url }) => copyString(url)))];
    return this.#links ?? [];
  }

  release(): void {
    this.#from = null;
  }
}
