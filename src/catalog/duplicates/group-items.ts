// Groups linked items, independent of the order of the links.

export interface ItemLink {
  /** The item names; the smaller one first. */
  readonly one: string;
  readonly other: string;
  readonly strength: number;
}

/** Larger groups are errors: links that would exceed this are ignored. */
const maxGroup = 60;

/**
 * Strongest links first; a link that would join two incompatible items is dropped, even if they are connected
 * indirectly. Returns groups of at least two, items sorted by name.
 */
export function groupItems(
  links: readonly ItemLink[],
  areApart: (one: string, other: string) => boolean,
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  const groupOf = (name: string) => groups.get(name) ?? [name];
  for (const { one, other } of [...links].sort(bySurety)) {
    const [a, b] = [groupOf(one), groupOf(other)];
    if (a === b || a.length + b.length > maxGroup) continue;
    if (a.some((left) => b.some((right) => areApart(left, right)))) continue;
    const joined = [...a, ...b];
    for (const name of joined) groups.set(name, joined);
  }
  return [...new Set(groups.values())].map((group) => group.sort());
}

function bySurety(a: ItemLink, b: ItemLink): number {
  return b.strength - a.strength || compareText(a.one, b.one) || compareText(a.other, b.other);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
