// What is known of whole sites: resources of theirs that others link to, and whether they list any themselves.
import { createRecent } from './recent.ts';
import { readNumber } from './saved-state.ts';

/** What speaks for the waiting links of a site, or against them. */
export interface SiteFacts {
  /** Resources on its hosts that were found through pages of other sites. */
  readonly cited: number;
  /** Resources found through its own pages, wherever they stand. */
  readonly listed: number;
  /** Pages read since its pages last listed something, or since the first. */
  readonly fruitless: number;
}

export interface Sites {
  of(site: string): SiteFacts;
  /** A page was read. */
  read(site: string): void;
  cited(site: string): void;
  listed(site: string): void;
  save(): unknown;
}

const unknown: SiteFacts = { cited: 0, listed: 0, fruitless: 0 };
const remembered = 20_000;
/** What is stored with a crawl stays small; the oldest are forgotten. */
const savedRows = 5000;
const fields = ['cited', 'listed', 'fruitless'] as const;

export function createSites(state: unknown): Sites {
  const sites = createRecent<SiteFacts>(remembered, readSites(state));
  const of = (site: string): SiteFacts => sites.get(site) ?? unknown;
  return {
    of,
    read(site) {
      const before = of(site);
      sites.set(site, { ...before, fruitless: before.fruitless + 1 });
    },
    cited(site) {
      const before = of(site);
      sites.set(site, { ...before, cited: before.cited + 1 });
    },
    listed(site) {
      const before = of(site);
      sites.set(site, { ...before, listed: before.listed + 1, fruitless: 0 });
    },
    save: () =>
      sites
        .entries()
        .slice(-savedRows)
        .map(([site, facts]) => [site, ...fields.map((field) => facts[field])]),
  };
}

function* readSites(rows: unknown): Generator<readonly [string, SiteFacts]> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || row.length !== fields.length + 1) continue;
    const values = fields.map((field, at) => [field, readNumber(row[at + 1])]);
    yield [row[0], { ...unknown, ...Object.fromEntries(values) }];
  }
}
