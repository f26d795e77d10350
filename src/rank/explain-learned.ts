// Explains the score of a link under the learned ordering.
import type { RankedLink } from '../model/rank.ts';
import type { FeatureBag } from './feature-bag.ts';
import type { LinearModel } from './linear-model.ts';
import { addTopicality, createLinkBag, createPageBag, fillLinkBag, fillPageBag } from './link-features.ts';
import type { SiteFacts } from './sites.ts';
import type { ValueModel } from './value-model.ts';

interface HostFacts {
  /** How much the site's pages are about maps; null if none was read. */
  readonly about: number | null;
  /** The host's history, or null, and its contribution to the score. */
  readonly host: string | null;
  readonly hostScore: number;
  readonly site: SiteFacts;
  /** Probability that the site has undiscovered resources, and its contribution to the score. */
  readonly chance: number;
  readonly siteScore: number;
  readonly isExplored: boolean;
}

const maxReasons = 5;
/** Smaller contributions are omitted. */
const leastShare = 0.02;

export function explainLearned(model: ValueModel, link: RankedLink, facts: HostFacts): string[] {
  const { about, found, leadsTo } = model.expect(link, facts.about);
  const bags = namedBags(link, about, facts.about);
  const sentences = [
    `Probability of being a resource: ${percent(found)}${because(bags, model.models.found)}.`,
    `Expected number of resources it leads to: ${leadsTo.toFixed(2)}${because(bags, model.models.leadsTo)}.`,
  ];
  if (facts.host !== null) sentences.push(`Host: ${facts.host} (${signed(facts.hostScore)}).`);
  const { met, read, cited } = facts.site;
  if (met + read + cited > 0) sentences.push(siteSentence(facts));
  if (facts.isExplored) sentences.push('Visited early for exploration, regardless of its score.');
  return sentences;
}

function siteSentence({ site: { met, read, cited, listed }, chance, siteScore }: HostFacts): string {
  const found =
    listed > 0
      ? `, which listed ${counted(listed, 'resource')}`
      : cited > 0
        ? `; other sites link to ${counted(cited, 'resource')} of it`
        : '';
  const pages = `${counted(Math.max(met, read), 'known page')}, ${read} read${found}`;
  return `Site: ${pages}. Probability of more resources: ${percent(chance)} (${signed(siteScore)}).`;
}

function namedBags(link: RankedLink, about: number, host: number | null): FeatureBag[] {
  const own = createLinkBag();
  own.names = new Map();
  fillLinkBag(own, link);
  addTopicality(own, about, host);
  if (link.parent === null) return [own];
  const shared = createPageBag();
  shared.names = new Map();
  fillPageBag(shared, link.parent);
  return [own, shared];
}

/** For example ': + new host (0.23), "wms" in the path (0.15); − depth 4 (0.04)'. */
function because(bags: readonly FeatureBag[], model: LinearModel): string {
  const shares = new Map<string, number>();
  for (const { slots, values, size, names } of bags) {
    for (let at = 0; at < size; at++) {
      const name = names?.get(slots[at]!) ?? '';
      shares.set(name, (shares.get(name) ?? 0) + model.weight(slots[at]!) * values[at]!);
    }
  }
  const largest = [...shares]
    .filter(([, share]) => Math.abs(share) >= leastShare)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, maxReasons);
  const list = (sign: string): string[] => {
    const signed = largest.filter(([, share]) => share < 0 === (sign === '−'));
    const reasons = signed.map(([name, share]) => `${name} (${Math.abs(share).toFixed(2)})`);
    return reasons.length === 0 ? [] : [`${sign} ${reasons.join(', ')}`];
  };
  return largest.length === 0 ? ' (no known features)' : `: ${[...list('+'), ...list('−')].join('; ')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(2)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
