// Host budgets and crawl traps: the limits that keep one site from using up the crawl.
import { fingerprint } from '../base/text/fingerprint.ts';
import { maxUrlLength, urlTemplate } from '../base/url/url.ts';

export interface Budgets {
  /** Page visits every host gets. */
  readonly pagesPerHost: number;
  /** Additional visits for every service found on the host or through its links. */
  readonly pagesPerService: number;
  /** Limit of pending pages of a host, as a multiple of its budget, so that the best of them are the ones visited. */
  readonly queueFactor: number;
  /** Limit of URLs that differ only in numbers, dates and identifiers. */
  readonly urlsPerTemplate: number;
  readonly templateUrlsPerService: number;
  /** The same limit once `dryAfter` pages in a row led to nothing. */
  readonly urlsPerDryTemplate: number;
  readonly dryAfter: number;
  /** Limit of links added from one page. */
  readonly linksPerPage: number;
}

export const defaultBudgets: Budgets = {
  pagesPerHost: 2000,
  pagesPerService: 200,
  queueFactor: 4,
  urlsPerTemplate: 200,
  templateUrlsPerService: 10,
  urlsPerDryTemplate: 20,
  dryAfter: 50,
  linksPerPage: 6000,
};

const maxSegments = 20;
const maxRepeats = 2;

export function pageBudget(budgets: Budgets, services: number): number {
  return budgets.pagesPerHost + budgets.pagesPerService * services;
}

export function templateBudget(budgets: Budgets, services: number, dry: number): number {
  if (dry >= budgets.dryAfter) return budgets.urlsPerDryTemplate;
  return budgets.urlsPerTemplate + budgets.templateUrlsPerService * services;
}

/** URLs produced by a broken relative link or an endless directory: too long, too deep, or repeating segments. */
export function isTrap(url: string): boolean {
  if (url.length > maxUrlLength) return true;
  const start = url.indexOf('/', 8);
  const mark = url.indexOf('?', start);
  const end = mark < 0 ? url.length : mark;
  let count = 0;
  for (let at = start; at >= 0 && at < end; at = url.indexOf('/', at + 1)) count++;
  if (count > maxSegments) return true;
  return count > maxRepeats + 1 && hasRepeats(url.slice(start + 1, end));
}

function hasRepeats(path: string): boolean {
  const seen = new Map<string, number>();
  for (const segment of path.split('/')) {
    const before = seen.get(segment) ?? 0;
    if (before > maxRepeats) return true;
    seen.set(segment, before + 1);
  }
  return false;
}

/** The key of the series a URL belongs to; null for a URL without a number, which belongs to none. */
export function templateKey(url: string): number | null {
  const template = urlTemplate(url);
  return template === url ? null : fingerprint(template);
}
