// Which kinds a link may lead to, from its text alone.
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import { mayBeService } from './link-prefilter.ts';
import { pluginKinds } from './plugin-kinds.ts';

export interface Suspicion {
  /** Id of the kind. */
  readonly kind: string;
  /** Above 0, at most 1. */
  readonly score: number;
}

const none: readonly Suspicion[] = [];

/** Best first; ties in registry order, most specific first. */
export function suspicions(link: Link, kinds: readonly ResourceKind[]): readonly Suspicion[] {
  const candidates = mayBeService(link) ? kinds : pluginKinds(kinds);
  if (candidates.length === 0) return none;
  return candidates
    .map((kind) => ({ kind: kind.id, score: kind.suspect(link) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}
