// Links between items → groups of items that are one. Depends on what is linked, never on the order it came in.

export interface ItemLink {
  /** The names of the items; the smaller one first. */
  readonly one: string;
  readonly other: string;
  readonly strength: number;
}

/** Larger groups are no datasets but mistakes: what would exceed this stays apart. */
const maxGroup = 60;

/**
 * The surest links first; a link that would bring together two items that cannot be one is left out, whatever leads
 * from the one to the other. Groups of at least two, their items in the order of their names.
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
