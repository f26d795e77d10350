// What a visit to a link is expected to bring: is it a resource, and how many does it lead to? Two linear models over the
// same features, taught by what visits bring and by what the links of visited pages bring later.
import type { RankedLink, RankedPage } from '../model/rank.ts';
import type { Features } from './feature-bag.ts';
import { createLinearModel, type LinearModel, logistic } from './linear-model.ts';
import { createLinkBag, createPageBag, fillLinkBag, fillPageBag } from './link-features.ts';
import { isRecord, packFloats, unpackFloats } from './saved-state.ts';

export interface Expectation {
  /** Probability that it is a resource itself. */
  readonly found: number;
  /** Resources it leads to, those further on discounted. */
  readonly leadsTo: number;
}

export interface ValueModel {
  readonly found: LinearModel;
  readonly leadsTo: LinearModel;
  expect(link: RankedLink): Expectation;
  /** Teaches what a visit was. What it led to is not known yet: until credited, it led to nothing. */
  learn(link: RankedLink, isFound: boolean): Features;
  /** Teaches that a page visited before led to so much. */
  credit(features: Features, amount: number): void;
  save(): unknown;
}

/** Logarithms of expected counts stay within these. */
const least = -7;
const most = 3;
const foundRate = { rate: 0.2, inertia: 1 };
const leadsToRate = { rate: 0.1, inertia: 1 };
/** Without any experience a link leads to little: logarithm of the count. */
const leadsToStart = -2;

export function createValueModel(state: unknown): ValueModel {
  const found = createLinearModel(foundRate);
  const leadsTo = createLinearModel(leadsToRate);
  restore(found, leadsTo, state);
  const linkBag = createLinkBag();
  const pageBag = createPageBag();
  let version = 0;
  /** Sums of the page whose links are being scored. */
  let page: { readonly of: RankedPage; readonly version: number; found: number; leadsTo: number } | null = null;

  const pageSums = (of: RankedPage): { readonly found: number; readonly leadsTo: number } => {
    if (page?.of === of && page.version === version) return page;
    fillPageBag(pageBag, of);
    page = { of, version, found: found.sum(pageBag), leadsTo: leadsTo.sum(pageBag) };
    return page;
  };
  const fill = (link: RankedLink): void => {
    fillLinkBag(linkBag, link);
    if (link.parent === null) pageBag.clear();
    else fillPageBag(pageBag, link.parent);
  };
  return {
    found,
    leadsTo,
    expect(link) {
      fillLinkBag(linkBag, link);
      const shared = link.parent === null ? noSums : pageSums(link.parent);
      return {
        found: logistic(found.sum(linkBag) + shared.found),
        leadsTo: countOf(leadsTo.sum(linkBag) + shared.leadsTo),
      };
    },
    learn(link, isFound) {
      fill(link);
      const error = logistic(found.sum(linkBag) + found.sum(pageBag)) - (isFound ? 1 : 0);
      const count = countOf(leadsTo.sum(linkBag) + leadsTo.sum(pageBag));
      for (const bag of [linkBag, pageBag]) {
        found.step(bag, error);
        if (!isFound) leadsTo.step(bag, count);
      }
      version++;
      return keep(linkBag, pageBag);
    },
    credit(features, amount) {
      leadsTo.step(features, -amount);
      version++;
    },
    save: () => ({
      found: packFloats(found.weights),
      foundSpent: packFloats(found.spent),
      leadsTo: packFloats(leadsTo.weights),
      leadsToSpent: packFloats(leadsTo.spent),
    }),
  };
}

const noSums = { found: 0, leadsTo: 0 };

/** Poisson regression: the logarithm of the count is linear. */
function countOf(sum: number): number {
  return Math.exp(Math.max(least, Math.min(most, sum + leadsToStart)));
}

/** A copy for what is learned of the link later. */
function keep(...bags: readonly Features[]): Features {
  const size = bags.reduce((sum, bag) => sum + bag.size, 0);
  const kept = { slots: new Int32Array(size), values: new Float32Array(size), size };
  let at = 0;
  for (const { slots, values, size } of bags) {
    kept.slots.set(slots.subarray(0, size), at);
    kept.values.set(values.subarray(0, size), at);
    at += size;
  }
  return kept;
}

function restore(found: LinearModel, leadsTo: LinearModel, state: unknown): void {
  const saved = isRecord(state) ? state : {};
  unpackFloats(saved.found, found.weights);
  unpackFloats(saved.foundSpent, found.spent);
  unpackFloats(saved.leadsTo, leadsTo.weights);
  unpackFloats(saved.leadsToSpent, leadsTo.spent);
}
