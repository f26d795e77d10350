// What a visit to a link is expected to bring: is it a resource, and how many does it lead to? Two linear models over the
// same features, taught by what visits bring and by what the links of visited pages bring later.
import type { RankedLink, RankedPage } from '../model/rank.ts';
import { type Features, slotCount } from './feature-bag.ts';
import { createLinearModels, type LinearModel, logistic } from './linear-model.ts';
import { addTopicality, createLinkBag, createPageBag, fillLinkBag, fillPageBag } from './link-features.ts';
import { createRecent } from './recent.ts';
import { isRecord, packFloats, unpackFloats } from './saved-state.ts';

export interface Expectation {
  /** How much the page behind it is about maps, 0..1. */
  readonly about: number;
  /** Probability that it is a resource itself. */
  readonly found: number;
  /** Resources it leads to, those further on discounted. */
  readonly leadsTo: number;
}

export interface PageEvidence {
  /** How much it is about maps, 0..1. */
  readonly about: number;
  /** Logarithm of how much likelier its site has resources than any site. */
  readonly site: number;
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
  /** How much a page speaks for resources on its site, wherever they are listed. */
  readonly site: LinearModel;
}

/** What was known of a link when it was visited, to be credited later. */
export interface VisitFeatures {
  readonly own: Features;
  readonly page: Features;
}

export interface ValueModel {
  readonly models: ValueModels;
  /** `host`: how much the pages of the host are about maps, null where none was read. */
  expect(link: RankedLink, host: number | null): Expectation;
  /** Teaches what a visit was, and says what was expected of it. Until credited, it led to nothing. */
  learn(link: RankedLink, visited: VisitedValue): { readonly expected: Expectation; readonly features: VisitFeatures };
  /** Teaches only whether it was a resource: for lists of URLs that nobody followed. */
  learnFound(link: RankedLink, isFound: boolean): void;
  /** Teaches that a page visited before led to so much. */
  credit(features: VisitFeatures, amount: number): void;
  /** What a page that was read says of itself and of its site. */
  read(page: RankedPage): PageEvidence;
  /** Teaches that the site of a page has resources, or none that was found. */
  learnSite(page: RankedPage, hasResources: boolean): void;
  save(): unknown;
}

/** Logarithms of expected counts stay within these. */
const least = -7;
const most = 3;
/** Squared gradients every weight begins with. */
const inertia = 1;
const rates = {
  found: { rate: 0.2, inertia },
  leadsTo: { rate: 0.1, inertia },
  topic: { rate: 0.2, inertia },
  site: { rate: 0.1, inertia },
};
/** Without any experience a link leads to little: logarithm of the count. */
const leadsToStart = -2;
/** Log-odds that any site has resources. */
export const siteStart = -3;

/** Steps for errors below this would cost more than they teach. */
const leastError = 1 / 1024;
/** Pages whose features are kept, so that they are read once for all their links. */
const rememberedPages = 2048;

/** Goes on from a saved state; without one it begins with `prior`, or with nothing. */
export function createValueModel(state: unknown, prior?: (models: ValueModels) => void): ValueModel {
  const models = createLinearModels(rates);
  const { found, leadsTo, topic, site } = models;
  if (isRecord(state)) restore(models, state);
  else prior?.(models);
  const linkBag = createLinkBag();
  const pageBag = createPageBag();
  const pages = createRecent<ReadPage>(rememberedPages);
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

/** What is kept of a page: its features, and how much it is about maps. */
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

/** A copy, for the bag is filled again. */
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
