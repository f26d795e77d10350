// What a visit to a link is expected to bring: is it a resource, and how many does it lead to? Two linear models over the
// same features, taught by what visits bring and by what the links of visited pages bring later.
import type { RankedLink, RankedPage } from '../model/rank.ts';
import type { Features } from './feature-bag.ts';
import { createLinearModel, type LinearModel, logistic } from './linear-model.ts';
import { addTopicality, createLinkBag, createPageBag, fillLinkBag, fillPageBag } from './link-features.ts';
import { isRecord, packFloats, unpackFloats } from './saved-state.ts';

export interface Expectation {
  /** How much the page behind it is about maps, 0..1. */
  readonly about: number;
  /** Probability that it is a resource itself. */
  readonly found: number;
  /** Resources it leads to, those further on discounted. */
  readonly leadsTo: number;
}

/** What a visit turned out to be. */
export interface VisitedValue {
  readonly isFound: boolean;
  /** How much the page was about maps; null where it was none. */
  readonly about: number | null;
  /** The same of its host, before the visit; null for a new host. */
  readonly host: number | null;
}

export interface ValueModels {
  readonly found: LinearModel;
  readonly leadsTo: LinearModel;
  /** How much the page behind a link is about maps. Every page teaches it, where the other two wait for rare events. */
  readonly topic: LinearModel;
}

export interface ValueModel {
  readonly models: ValueModels;
  /** `host`: how much the pages of the host are about maps, null where none was read. */
  expect(link: RankedLink, host: number | null): Expectation;
  /** Teaches what a visit was, and says what was expected of it. Until credited, it led to nothing. */
  learn(link: RankedLink, visited: VisitedValue): { readonly expected: Expectation; readonly features: Features };
  /** Teaches only whether it was a resource: for lists of URLs that nobody followed. */
  learnFound(link: RankedLink, isFound: boolean): void;
  /** Teaches that a page visited before led to so much. */
  credit(features: Features, amount: number): void;
  /** How much a page is about maps, 0..1. */
  topicality(page: RankedPage): number;
  save(): unknown;
}

/** Logarithms of expected counts stay within these. */
const least = -7;
const most = 3;
/** Squared gradients every weight begins with. */
const inertia = 1;
const foundRate = { rate: 0.2, inertia };
const topicRate = { rate: 0.2, inertia };
const leadsToRate = { rate: 0.1, inertia };
/** Without any experience a link leads to little: logarithm of the count. */
const leadsToStart = -2;

/** Goes on from a saved state; without one it begins with `prior`, or with nothing. */
export function createValueModel(state: unknown, prior?: (models: ValueModels) => void): ValueModel {
  const models = {
    found: createLinearModel(foundRate),
    leadsTo: createLinearModel(leadsToRate),
    topic: createLinearModel(topicRate),
  };
  const { found, leadsTo, topic } = models;
  if (isRecord(state)) restore(models, state);
  else prior?.(models);
  const linkBag = createLinkBag();
  const pageBag = createPageBag();
  let version = 0;
  /** Sums of the page whose links are being scored. */
  let page: PageSums | null = null;

  const known = new WeakMap<RankedPage, number>();
  const fillPage = (of: RankedPage): number => {
    const about = fillPageBag(pageBag, of);
    known.set(of, about);
    return about;
  };
  const pageSums = (of: RankedPage | null): PageSums => {
    if (of === null) return noSums;
    if (page !== null && page.of === of && page.version === version) return page;
    fillPage(of);
    page = { of, version, found: found.sum(pageBag), leadsTo: leadsTo.sum(pageBag), topic: topic.sum(pageBag) };
    return page;
  };
  /** Both bags filled, for learning; answers with how much the page behind the link was thought to be about maps. */
  const fill = (link: RankedLink): number => {
    if (link.parent === null) pageBag.clear();
    else fillPage(link.parent);
    fillLinkBag(linkBag, link);
    return logistic(topic.sum(linkBag) + topic.sum(pageBag));
  };
  return {
    models,
    expect(link, host) {
      const shared = pageSums(link.parent);
      fillLinkBag(linkBag, link);
      const about = logistic(topic.sum(linkBag) + shared.topic);
      addTopicality(linkBag, about, host);
      return {
        about,
        found: logistic(found.sum(linkBag) + shared.found),
        leadsTo: countOf(leadsTo.sum(linkBag) + shared.leadsTo),
      };
    },
    learn(link, { isFound, about, host }) {
      const thought = fill(link);
      addTopicality(linkBag, thought, host);
      const expected = {
        about: thought,
        found: logistic(found.sum(linkBag) + found.sum(pageBag)),
        leadsTo: countOf(leadsTo.sum(linkBag) + leadsTo.sum(pageBag)),
      };
      for (const bag of [linkBag, pageBag]) {
        found.step(bag, expected.found - (isFound ? 1 : 0));
        if (!isFound) leadsTo.step(bag, expected.leadsTo);
        if (about !== null) topic.step(bag, thought - about);
      }
      version++;
      return { expected, features: keep(linkBag, pageBag) };
    },
    learnFound(link, isFound) {
      fill(link);
      const error = logistic(found.sum(linkBag) + found.sum(pageBag)) - (isFound ? 1 : 0);
      for (const bag of [linkBag, pageBag]) found.step(bag, error);
      version++;
    },
    credit(features, amount) {
      leadsTo.step(features, -amount);
      version++;
    },
    topicality: (of) => known.get(of) ?? fillPage(of),
    save: () =>
      Object.fromEntries(
        Object.entries(models).flatMap(([name, { weights, spent }]) => [
          [name, packFloats(weights)],
          [`${name}Spent`, packFloats(spent.map((sum) => sum - inertia))],
        ]),
      ),
  };
}

interface PageSums {
  readonly of: RankedPage | null;
  readonly version: number;
  readonly found: number;
  readonly leadsTo: number;
  readonly topic: number;
}

const noSums: PageSums = { of: null, version: 0, found: 0, leadsTo: 0, topic: 0 };

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

function restore(models: ValueModels, saved: Readonly<Record<string, unknown>>): void {
  for (const [name, { weights, spent }] of Object.entries(models)) {
    spent.fill(0);
    unpackFloats(saved[name], weights);
    unpackFloats(saved[`${name}Spent`], spent);
    for (let slot = 0; slot < spent.length; slot++) spent[slot]! += inertia;
  }
}
