// Why the learned order puts a link where it does, in sentences.
import type { RankedLink } from '../model/rank.ts';
import type { FeatureBag } from './feature-bag.ts';
import type { LinearModel } from './linear-model.ts';
import { addTopicality, createLinkBag, createPageBag, fillLinkBag, fillPageBag } from './link-features.ts';
import type { SiteFacts } from './sites.ts';
import type { ValueModel } from './value-model.ts';

interface HostFacts {
  /** How much its pages are about maps; null where none was read. */
  readonly about: number | null;
  readonly site: SiteFacts;
  /** What happened on its host, or null. */
  readonly host: string | null;
  /** What that adds to the score. */
  readonly bonus: number;
  readonly isExplored: boolean;
}

const maxReasons = 5;
/** Features that add less are not worth a word. */
const leastTold = 0.02;

export function explainLearned(model: ValueModel, link: RankedLink, facts: HostFacts): string[] {
  const { about, found, leadsTo } = model.expect(link, facts.about);
  const bags = namedBags(link, about, facts.about);
  const sentences = [
    `It is expected to be a resource itself with probability ${percent(found)}${because(bags, model.models.found)}.`,
    `It is expected to lead to ${leadsTo.toFixed(2)} resources${because(bags, model.models.leadsTo)}.`,
  ];
  if (facts.host !== null) sentences.push(`Its host was ${facts.host}: ${signed(facts.bonus)} to its score.`);
  const { cited, listed } = facts.site;
  if (cited > 0 && listed === 0)
    sentences.push(`Other sites link to ${cited} resources of its site, whose own pages have listed none yet.`);
  if (facts.isExplored)
    sentences.push('It is one of the few that are visited early to learn from, whatever they look like.');
  return sentences;
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

/** ': for it speak …; against it …' */
function because(bags: readonly FeatureBag[], { weights }: LinearModel): string {
  const shares = new Map<string, number>();
  for (const { slots, values, size, names } of bags) {
    for (let at = 0; at < size; at++) {
      const name = names?.get(slots[at]!) ?? '';
      shares.set(name, (shares.get(name) ?? 0) + weights[slots[at]!]! * values[at]!);
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

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(2)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
