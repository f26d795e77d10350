// What a WMS layer inherits from its parents (WMS 1.3.0, 7.2.4.8, table 7).
import type { Layer } from '../../../model/resource.ts';

/**
 * A layer while it is read: its own properties first, then, when its parents are complete, what it inherits. The same
 * object becomes the Layer: two of each wouldn't fit in memory for the largest documents.
 */
export type PartialLayer = { -readonly [Key in keyof Layer]: Layer[Key] | (Key extends 'queryable' ? null : never) };

/** Coordinate systems stored per layer; the rest is only counted. */
const maxCrs = 100;

interface Merged {
  readonly all: readonly string[];
  readonly kept: readonly string[];
}

const nothing: Merged = { all: [], kept: [] };

/** CRS and styles add up; extent, time and queryable are replaced. Parents come before their children in the list. */
export function inherit(layers: readonly PartialLayer[]): readonly Layer[] {
  const merge = mergeOnce();
  const crs: Merged[] = [];
  const styles: Merged[] = [];
  for (const layer of layers) {
    const { parent } = layer;
    const above = parent === null ? undefined : layers[parent];
    const allCrs = merge(parent === null ? nothing : (crs[parent] ?? nothing), layer.crs);
    const allStyles = merge(parent === null ? nothing : (styles[parent] ?? nothing), layer.styles);
    crs.push(allCrs);
    styles.push(allStyles);
    layer.extent ??= above?.extent ?? null;
    layer.crs = allCrs.kept;
    layer.crsCount = allCrs.all.length;
    layer.queryable ??= above?.queryable ?? false;
    layer.styles = allStyles.all;
    layer.time ??= above?.time ?? null;
  }
  return layers as readonly Layer[];
}

/** Memoized: most layers of a document inherit the same lists. */
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
      // Own entries first: the publisher chose them for this layer.
      const all = above.all.length === 0 ? own : [...new Set([...own, ...above.all])];
      merged = { all, kept: all.length > maxCrs ? all.slice(0, maxCrs) : all };
      fromAbove.set(own, merged);
    }
    return merged;
  };
}
