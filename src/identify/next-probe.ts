// The requests that would prove a kind, one at a time: a crawl sends one per visit.
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';

/**
 * Request number `step` (from 0) of a kind at a URL; null if there are no more. `url` may be the URL itself or any
 * earlier request of the same kind.
 */
export function nextProbe(
  kind: string,
  url: string,
  step: number,
  kinds: readonly ResourceKind[],
): ProbeRequest | null {
  return kinds.find(({ id }) => id === kind)?.probe(url)[step] ?? null;
}
