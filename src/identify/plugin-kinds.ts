// The kinds of a registry that came from outside. First looks are made for the built-in ones and do not speak for these.
import type { ResourceKind } from '../model/kind.ts';

const known = new WeakMap<readonly ResourceKind[], readonly ResourceKind[]>();

/** Asked for every link and page of a crawl, so the answer is kept per registry. */
export function outsideKinds(kinds: readonly ResourceKind[]): readonly ResourceKind[] {
  const before = known.get(kinds);
  if (before !== undefined) return before;
  const outside = kinds.filter(({ from }) => from !== undefined);
  known.set(kinds, outside);
  return outside;
}
