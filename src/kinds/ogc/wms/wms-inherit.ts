// What a WMS layer takes over from the layers around it (WMS 1.3.0, 7.2.4.8, table 7).
import type { Layer } from '../../../model/resource.ts';

/**
 * A layer while it is read: its own properties first, then, when its parents are complete, what it inherits. The same
 * object becomes the Layer, since two of each would not fit in memory for the largest documents.
 */
export type LayerDraft = { -readonly [Key in keyof Layer]: Layer[Key] | (Key extends 'queryable' ? null : never) };

/** Coordinate systems kept per layer; the rest is counted. */
const maxCrs = 100;

interface Merged {
  readonly all: readonly string[];
  readonly kept: readonly string[];
}

const nothing: Merged = { all: [], kept: [] };

/** CRS and styles add up; extent, time and queryable are replaced. Parents come before their children in the list. */
export function inherit(drafts: readonly LayerDraft[]): readonly Layer[] {
  const merge = mergeOnce();
  const crs: Merged[] = [];
  const styles: Merged[] = [];
  for (const draft of drafts) {
    const { parent } = draft;
    const above = parent === null ? undefined : drafts[parent];
    const allCrs = merge(parent === null ? nothing : (crs[parent] ?? nothing), draft.crs);
    const allStyles = merge(parent === null ? nothing : (styles[parent] ?? nothing), draft.styles);
    crs.push(allCrs);
    styles.push(allStyles);
    draft.extent ??= above?.extent ?? null;
    draft.crs = allCrs.kept;
    draft.crsCount = allCrs.all.length;
    draft.queryable ??= above?.queryable ?? false;
    draft.styles = allStyles.all;
    draft.time ??= above?.time ?? null;
  }
  return drafts as readonly Layer[];
}

/** Merging with a memory: most layers of a document inherit the same lists. */
function mergeOnce(): (above: Merged, own: readonly string[]) => Merged {
  const known = new Map<Merged, Map<readonly string[], Merged>>();
  return (above, own) => {
    if (own.length === 0) return above;
    let fromAbove = known.get(above);
    if (fromAbove === undefined) {
      fromAbove = new Map();
      known.set(above, fromAbove);
    }
    let merged = fromAbove.get(own);
    if (merged === undefined) {
      // Own entries first: they are the ones the publisher chose for this layer.
      const all = above.all.length === 0 ? own : [...new Set([...own, ...above.all])];
      merged = { all, kept: all.length > maxCrs ? all.slice(0, maxCrs) : all };
      fromAbove.set(own, merged);
    }
    return merged;
  };
}
