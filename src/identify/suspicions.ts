// Which kinds a link may lead to, from its text alone.
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import { isTelling } from './link-prefilter.ts';
import { outsideKinds } from './plugin-kinds.ts';

export interface Suspicion {
  /** Id of the kind. */
  readonly kind: string;
  /** Above 0, at most 1. */
  readonly score: number;
}

const none: readonly Suspicion[] = [];

/** Best first; among equals the registry's order, most specific first. */
export function suspicions(link: Link, kinds: readonly ResourceKind[]): readonly Suspicion[] {
  const asked = isTelling(link) ? kinds : outsideKinds(kinds);
  if (asked.length === 0) return none;
  return asked
    .map((kind) => ({ kind: kind.id, score: kind.suspect(link) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}
