// The expected yield of a link: is it a resource, and how many does it lead to? Two linear models over the same features, trained
// on the outcome of visits and on the later yield of the visited pages' links.
import { LRUCache } from 'lru-cache';
import type { RankedLink, RankedPage } from '../model/rank.ts';
import { type Features, slotCount } from './feature-bag.ts';
import { createLinearModels, type LinearModel, logistic } from './linear-model.ts';
import { addTopicality, createLinkBag, createPageBag, fillLinkBag, fillPageBag } from './link-features.ts';
import { isRecord, packFloats, unpackFloats } from './saved-state.ts';

export interface Expectation {
  /** How much the linked page is about maps, 0..1. */
  readonly about: number;
  /** Probability that it is a resource itself. */
  readonly found: number;
  /** Discounted number of resources it leads to. */
  readonly leadsTo: number;
}

export interface PageEvidence {
  /** How much it is about maps, 0..1. */
  readonly about: number;
  /** Log likelihood ratio of its site having resources, against any site. */
  readonly site: number;
}

/** Outcome of a visit. */
export interface VisitedValue {
  readonly isFound: boolean;
  /** How much the page was about maps; null if it wasn't a page. */
  readonly about: number | null;
  /** The same for its host before the visit; null for a new host. */
  readonly host: number | null;
}

export interface ValueModels {
  readonly found: LinearModel;
  readonly leadsTo: LinearModel;
  /**
   * How much the linked page is about maps. Trained on every page, whereas the other two models depend on rare events.
   */
  readonly topic: LinearModel;
  /** How much a page indicates resources on its site, wherever they are listed. */
  readonly site: LinearModel;
}

/** State of a link at its visit, to be credited later. */
export interface VisitFeatures {
  readonly own: Features;
  readonly page: Features;
}

export interface ValueModel {
  readonly models: ValueModels;
  /** `host`: how much the pages of the host are about maps, null if none was read. */
  expect(link: RankedLink, host: number | null): Expectation;
  /**
   * Trains on the outcome of a visit and returns the expected value. Until credited, the page counts as leading to
   * nothing.
   */
  learn(link: RankedLink, visited: VisitedValue): { readonly expected: Expectation; readonly features: VisitFeatures };
  /** Trains only whether the link was a resource: for URL lists without visits. */
  learnFound(link: RankedLink, isFound: boolean): void;
  /** Credits a visited page with a yield. */
  credit(features: VisitFeatures, amount: number): void;
  /** Evidence of a page on itself and on its site. */
  read(page: RankedPage): PageEvidence;
  /** Trains whether the site of a page has resources. */
  learnSite(page: RankedPage, hasResources: boolean): void;
  save(): unknown;
}

/** Bounds of the logarithm of expected counts. */
const least = -7;
const most = 3;
/** Initial squared gradients. */
const inertia = 1;
const rates = {
  found: { rate: 0.2, inertia },
  leadsTo: { rate: 0.1, inertia },
  topic: { rate: 0.2, inertia },
  site: { rate: 0.1, inertia },
};
/** Prior: without training a link leads to little (logarithm of the count). */
const leadsToStart = -2;
/** Prior log odds that a site has resources. */
export const siteStart = -3;

/** Gradient steps for smaller errors cost more than they contribute. */
const leastError = 1 / 1024;
/** Pages whose features are cached, so that they are computed once for all their links. */
const rememberedPages = 4096;

/** Resumes from a saved state; without one it starts from `prior`, or from zero. */
export function createValueModel(state: unknown, prior?: (models: ValueModels) => void): ValueModel {
  const models = createLinearModels(rates);
  const { found, leadsTo, topic, site } = models;
  if (isRecord(state)) restore(models, state);
  else prior?.(models);
  const linkBag = createLinkBag();
  const pageBag = createPageBag();
  const pages = new LRUCache<string, ReadPage>({ max: rememberedPages });
  let version = 0;
  /** Sums of the page whose links are being scored. */
  let sums: PageSums = noSums;

  const pageOf = (page: RankedPage | null): ReadPage => {
    if (page === null) return noPage;
    const known = pages.get(page.url);
    if (known !== undefined) return known;
    const about = fillPageBag(pageBag, page);
    const read = { about, features: keep(pageBag) };
    pages.set(page.url, read);
    return read;
  };
  const sumsOf = ({ features }: ReadPage): PageSums => {
    if (sums.of !== features || sums.version !== version)
      sums = {
        of: features,
        version,
        found: found.sum(features),
        leadsTo: leadsTo.sum(features),
        topic: topic.sum(features),
      };
    return sums;
  };
  const expectation = (link: RankedLink, page: ReadPage, host: number | null): Expectation => {
    const shared = sumsOf(page);
    fillLinkBag(linkBag, link);
    const about = logistic(topic.sum(linkBag) + shared.topic);
    addTopicality(linkBag, about, host);
    return {
      about,
      found: logistic(found.sum(linkBag) + shared.found),
      leadsTo: countOf(leadsTo.sum(linkBag) + shared.leadsTo),
    };
  };
  const teach = (model: LinearModel, page: Features, error: number): void => {
    if (Math.abs(error) < leastError) return;
    model.step(linkBag, error);
    model.step(page, error);
    version++;
  };
  return {
    models,
    expect: (link, host) => expectation(link, pageOf(link.parent), host),
    learn(link, { isFound, about, host }) {
      const page = pageOf(link.parent);
      const expected = expectation(link, page, host);
      teach(found, page.features, expected.found - (isFound ? 1 : 0));
      if (!isFound) teach(leadsTo, page.features, expected.leadsTo);
      if (about !== null) teach(topic, page.features, expected.about - about);
      return { expected, features: { own: keep(linkBag), page: page.features } };
    },
    learnFound(link, isFound) {
      const { features } = pageOf(link.parent);
      fillLinkBag(linkBag, link);
      teach(found, features, logistic(found.sum(linkBag) + found.sum(features)) - (isFound ? 1 : 0));
    },
    credit({ own, page }, amount) {
      leadsTo.step(own, -amount);
      leadsTo.step(page, -amount);
      version++;
    },
    read: (page) => {
      const { about, features } = pageOf(page);
      return { about, site: site.sum(features) };
    },
    learnSite(page, hasResources) {
      const { features } = pageOf(page);
      site.step(features, logistic(site.sum(features) + siteStart) - (hasResources ? 1 : 0));
    },
    save: () =>
      Object.fromEntries(
        Object.entries(models).flatMap(([name, model]) => {
          const { weights, spent } = model.read();
          return [
            [name, packFloats(weights)],
            [`${name}Spent`, packFloats(spent.map((sum) => sum - inertia))],
          ];
        }),
      ),
  };
}

/** Cached page features, and how much the page is about maps. */
interface ReadPage {
  readonly about: number;
  readonly features: Features;
}

interface PageSums {
  readonly of: Features;
  readonly version: number;
  readonly found: number;
  readonly leadsTo: number;
  readonly topic: number;
}

const noFeatures: Features = { slots: new Int32Array(0), values: new Float32Array(0), size: 0 };
const noPage: ReadPage = { about: 0, features: noFeatures };
const noSums: PageSums = { of: noFeatures, version: 0, found: 0, leadsTo: 0, topic: 0 };

/** Poisson regression: the logarithm of the count is linear. */
function countOf(sum: number): number {
  return Math.exp(Math.max(least, Math.min(most, sum + leadsToStart)));
}

/** A copy, because the bag is reused. */
function keep({ slots, values, size }: Features): Features {
  return { slots: slots.slice(0, size), values: values.slice(0, size), size };
}

function restore(models: ValueModels, saved: Readonly<Record<string, unknown>>): void {
  for (const [name, model] of Object.entries(models)) {
    const weights = new Float32Array(slotCount);
    const spent = new Float32Array(slotCount);
    unpackFloats(saved[name], weights);
    unpackFloats(saved[`${name}Spent`], spent);
    for (let slot = 0; slot < slotCount; slot++) model.put(slot, weights[slot]!, Math.max(0, spent[slot]!) + inertia);
  }
}
