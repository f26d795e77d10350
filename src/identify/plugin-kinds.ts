// The plugin kinds of a registry. Prefilters cover only built-in kinds.
import type { ResourceKind } from '../model/kind.ts';

const known = new WeakMap<readonly ResourceKind[], readonly ResourceKind[]>();

/** Cached per registry, because it is needed for every link and page. */
export function pluginKinds(kinds: readonly ResourceKind[]): readonly ResourceKind[] {
  const before = known.get(kinds);
  if (before !== undefined) return before;
  const outside = kinds.filter(({ from }) => from !== undefined);
  known.set(kinds, outside);
  return outside;
}
