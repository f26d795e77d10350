// How many URLs of each machine-made series a host has, counted exactly in bounded memory: evicted counts are recounted.
import { templateKey } from './budgets.ts';
import { makeCountTable } from './number-table.ts';

/** Some 25 MB. */
const maxTemplates = 1_000_000;

export interface TemplateCounts {
  /** Call this between transactions: clears everything when the limit is exceeded. */
  makeRoom(): void;
  /** Completes the counts of a host, reading its URLs if needed; before a transaction adds to the host. */
  load(host: number, urls: () => Iterable<string>): void;
  get(template: number): number;
  /** Adds to the counts of a host, if they are loaded. */
  add(host: number, template: number, amount: number): void;
}

/** Templates include the host's name, so their keys need no second part. */
export function makeTemplateCounts(): TemplateCounts {
  const counts = makeCountTable();
  const loaded = new Set<number>();
  return {
    makeRoom: () => {
      if (counts.size < maxTemplates) return;
      counts.clear();
      loaded.clear();
    },
    load: (host, urls) => {
      if (loaded.has(host)) return;
      loaded.add(host);
      for (const url of urls()) {
        const template = templateKey(url);
        if (template !== null) counts.add(template, 1);
      }
    },
    get: (template) => counts.get(template),
    add: (host, template, amount) => {
      if (loaded.has(host)) counts.add(template, amount);
    },
  };
}
