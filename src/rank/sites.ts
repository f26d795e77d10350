// What is known of whole sites: what their pages say, how large they are, and what was found there.
import { createRecent } from './recent.ts';
import { readNumber } from './saved-state.ts';

/** What speaks for the waiting links of a site, or against them. */
export interface SiteFacts {
  /** Links to its pages that were met, and pages that were read. */
  readonly met: number;
  readonly read: number;
  /** Sum of what each page read says for resources on the site, as logarithms of odds. */
  readonly evidence: number;
  /** Resources on its hosts that were found through pages of other sites. */
  readonly cited: number;
  /** Resources found through its own pages, wherever they stand. */
  readonly listed: number;
}

export interface Sites {
  of(site: string): SiteFacts;
  /** A link to one of its pages was met for the first time. */
  met(site: string): void;
  read(site: string, evidence: number): void;
  cited(site: string): void;
  listed(site: string): void;
  save(): unknown;
}

const fields = ['met', 'read', 'evidence', 'cited', 'listed'] as const;
type Site = Record<(typeof fields)[number], number>;

const unknown: SiteFacts = { met: 0, read: 0, evidence: 0, cited: 0, listed: 0 };
const remembered = 20_000;
/** What is stored with a crawl stays small; the oldest are forgotten. */
const savedRows = 5000;

export function createSites(state: unknown): Sites {
  const sites = createRecent<Site>(remembered, readSites(state));
  const add = (name: string, field: keyof Site, amount: number): void => {
    const known = sites.get(name);
    if (known !== undefined) known[field] += amount;
    else sites.set(name, { ...unknown, [field]: amount });
  };
  return {
    of: (site) => sites.get(site) ?? unknown,
    met: (site) => add(site, 'met', 1),
    read(site, evidence) {
      add(site, 'read', 1);
      add(site, 'evidence', evidence);
    },
    cited: (site) => add(site, 'cited', 1),
    listed: (site) => add(site, 'listed', 1),
    save: () =>
      sites
        .entries()
        .slice(-savedRows)
        .map(([site, facts]) => [site, ...fields.map((field) => facts[field])]),
  };
}

function* readSites(rows: unknown): Generator<readonly [string, Site]> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || row.length !== fields.length + 1) continue;
    const site = { ...unknown };
    // Counts are no less than nothing, whatever became of the file.
    for (const [at, field] of fields.entries()) {
      const value = readNumber(row[at + 1]);
      site[field] = field === 'evidence' ? value : Math.max(0, value);
    }
    yield [row[0], site];
  }
}
