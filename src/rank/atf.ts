// The [ATF] ordering: URLs that share terms with confirmed service URLs first, then by the topic of the source page.

import { memoize } from '../base/memoize.ts';
import type { Ordering, OrderingSettings, RankedLink, RankedPage } from '../model/rank.ts';
import { isRecord, readNumber, readPairs } from './saved-state.ts';
import { createTermList } from './term-list.ts';

/** Terms are counted from the first service on; the list is used once it covers this many ([ATF]: N = 50). */
const bootstrap = 50;

/** UP and WP of [ATF], each 0 (best) … 3. */
export interface AtfPriority {
  readonly url: number;
  readonly page: number;
  /** The deciding term, if any. */
  readonly term: string | null;
}

export interface AtfSettings extends OrderingSettings {
  /** Services needed before the list is used. */
  readonly bootstrap?: number;
}

export function atf({ state, bootstrap: needed = bootstrap }: AtfSettings): Ordering & {
  priority(link: RankedLink): AtfPriority;
} {
  const saved = isRecord(state) ? state : {};
  const list = createTermList(readPairs(saved.terms));
  let services = readNumber(saved.services);
  const pagePriority = memoize(wordPriority);
  const priority = ({ link, parent }: RankedLink): AtfPriority => {
    const page = parent === null ? 3 : pagePriority(parent);
    if (isStatic(link.url)) return { url: 3, page, term: null };
    let best: AtfPriority = { url: 2, page, term: null };
    if (services < needed) return best;
    for (const term of urlTerms(link.url)) {
      const url = list.priority(term);
      if (url < best.url) best = { url, page, term };
    }
    return best;
  };
  return {
    name: 'atf',
    priority,
    score: (link) => {
      const { url, page } = priority(link);
      return -(4 * url + page);
    },
    learn: ({ link, found }) => {
      if (found === 0) return;
      services++;
      for (const term of urlTerms(link.link.url)) list.count(term);
    },
    explain: (link) => explainAtf(priority(link), services < needed ? needed - services : 0),
    save: () => ({ services, terms: list.entries() }),
  };
}

/** Path segments and key=value pairs, lowercase; protocol and host aren't terms. */
export function urlTerms(url: string): string[] {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start < 0) return [];
  const hash = url.indexOf('#');
  const [path = '', ...query] = url.slice(start, hash < 0 ? undefined : hash).split('?');
  const terms = [...path.split('/'), ...query.join('?').split('&')];
  return terms.filter((term) => term !== '').map((term) => term.toLowerCase());
}

const staticEnding = /\.(?:s?html?|xhtml|txt|md|rst)$/i;
const program = /\/(?:cgi-bin|cgi|servlets?|wms|ows|bin|services?)(?:\/|$)/i;

/**
 * A static page: no query, and a name with a text extension or none. Paths through a program folder are not static, as
 * the paper's terms cgi-bin and servlet show.
 */
export function isStatic(url: string): boolean {
  if (url.includes('?')) return false;
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const path = start < 0 ? '/' : url.slice(start);
  if (staticEnding.test(path)) return true;
  return !program.test(path) && !path.slice(path.lastIndexOf('/')).includes('.');
}

function wordPriority({ title, text }: RankedPage): number {
  const words = `${title} ${text}`;
  if (/web\s+map\s+service/i.test(words)) return 0;
  if (!/\bWMS\b/i.test(words)) return 3;
  if (/\bservice/i.test(words)) return 1;
  return /\bserver/i.test(words) ? 2 : 3;
}

const thirds = ['first', 'second', 'last'];

function explainAtf({ url, page, term }: AtfPriority, missing: number): string[] {
  const pages = ['mentions a "Web Map Service"', 'has the words WMS and service', 'has the words WMS and server'];
  const aboutPage = `WP ${page}: the source page ${pages[page] ?? 'has none of these words'}.`;
  if (url === 3) return ['UP 3: it looks like a static page.', aboutPage];
  if (missing > 0) return [`UP 2: the list of terms is used once ${missing} more services are confirmed.`, aboutPage];
  const why =
    term === null ? 'none of its terms is in a better part' : `its term "${term}" is in the ${thirds[url]} third`;
  return [`UP ${url}: ${why} of the list of terms of confirmed services.`, aboutPage];
}
