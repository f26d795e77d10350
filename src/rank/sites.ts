// Statistics per site: evidence from its pages, its size, and the resources found there.
import { LRUCache } from 'lru-cache';
import { latestRows, readRows } from './saved-state.ts';

/** Evidence for or against the queued links of a site. */
export interface SiteFacts {
  /** Distinct links seen to its pages, and pages read. */
  readonly met: number;
  readonly read: number;
  /** Sum of the evidence of its pages for resources on the site, as log odds. */
  readonly evidence: number;
  /** Resources on its hosts that were found through other sites. */
  readonly cited: number;
  /** Resources found through its own pages, on any host. */
  readonly listed: number;
}

export interface Sites {
  of(site: string): SiteFacts;
  /** Call when a link to one of its pages is seen for the first time. */
  met(site: string): void;
  read(site: string, evidence: number): void;
  cited(site: string): void;
  listed(site: string): void;
  save(): unknown;
}

const fields = ['met', 'read', 'evidence', 'cited', 'listed'] as const;
type Site = Record<(typeof fields)[number], number>;

const unknown: SiteFacts = { met: 0, read: 0, evidence: 0, cited: 0, listed: 0 };
const remembered = 40_000;

export function createSites(state: unknown): Sites {
  const sites = new LRUCache<string, Site>({ max: remembered });
  for (const [name, site] of readRows(state, fields)) {
    // Counts are never negative, even if the stored state is damaged.
    for (const field of fields) if (field !== 'evidence') site[field] = Math.max(0, site[field]);
    sites.set(name, site);
  }
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
    save: () => latestRows(sites, fields),
  };
}
