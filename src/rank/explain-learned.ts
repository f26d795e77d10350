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
/** Smaller contributions are left out. */
const leastTold = 0.02;

export function explainLearned(model: ValueModel, link: RankedLink, facts: HostFacts): string[] {
  const { about, found, leadsTo } = model.expect(link, facts.about);
  const bags = namedBags(link, about, facts.about);
  const sentences = [
    `It is expected to be a resource itself with probability ${percent(found)}${because(bags, model.models.found)}.`,
    `It is expected to lead to ${leadsTo.toFixed(2)} resources${because(bags, model.models.leadsTo)}.`,
  ];
  if (facts.host !== null) sentences.push(`Its host was ${facts.host}: ${signed(facts.hostScore)} to its score.`);
  const { met, read, cited } = facts.site;
  if (met + read + cited > 0) sentences.push(siteSentence(facts));
  if (facts.isExplored)
    sentences.push('It is one of the few that are visited early to learn from, whatever they look like.');
  return sentences;
}

function siteSentence({ site: { met, read, cited, listed }, chance, siteScore }: HostFacts): string {
  const known = `Of its site ${counted(Math.max(met, read), 'page')} ${Math.max(met, read) === 1 ? 'is' : 'are'} known, ${read} read`;
  const found =
    listed > 0
      ? `, which listed ${counted(listed, 'resource')}`
      : cited > 0
        ? `; other sites link to ${counted(cited, 'resource')} of it`
        : '';
  return `${known}${found}. With a chance of ${percent(chance)} it has more to find: ${signed(siteScore)} to its score.`;
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

/** For example ': + …; − …'. */
function because(bags: readonly FeatureBag[], model: LinearModel): string {
  const shares = new Map<string, number>();
  for (const { slots, values, size, names } of bags) {
    for (let at = 0; at < size; at++) {
      const name = names?.get(slots[at]!) ?? '';
      shares.set(name, (shares.get(name) ?? 0) + model.weight(slots[at]!) * values[at]!);
    }
  }
  const told = [...shares].filter(([, share]) => Math.abs(share) >= leastTold);
  told.sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const first = told.slice(0, maxReasons);
  const list = (sign: number): string =>
    first
      .filter(([, share]) => share * sign > 0)
      .map(([name, share]) => `${name} (${signed(share)})`)
      .join(', ');
  const pro = list(1);
  const contra = list(-1);
  const parts = [pro === '' ? '' : `for it speaks ${pro}`, contra === '' ? '' : `against it ${contra}`].filter(Boolean);
  return parts.length === 0 ? ': nothing about it is known' : `: ${parts.join('; ')}`;
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
