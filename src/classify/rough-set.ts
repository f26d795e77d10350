// Rough sets: which attributes of a decision table suffice to discern its rows as well as all do (Pawlak; [ROUGH]).

/** One row per item: attribute values and decision. */
export interface DecisionTable {
  readonly attributes: readonly string[];
  readonly rows: readonly DecisionRow[];
}

export interface DecisionRow {
  /** In the order of the attributes. */
  readonly values: readonly string[];
  readonly decision: string;
}

/** Rows that are indiscernible under the chosen attributes. */
export interface IndiscernibleRows {
  /** Values of the chosen attributes. */
  readonly values: readonly string[];
  readonly size: number;
  /** Rows by decision, in order of first occurrence. */
  readonly decisions: ReadonlyMap<string, number>;
}

/** Attribute sets are bit masks. */
const mostAttributes = 30;
/** Up to this many attributes all subsets are tried: 4,096 of them. */
const mostForExact = 12;
/** Pairs grow quadratically: above this number of distinct rows the most frequent ones determine the reduct. */
const mostClasses = 2000;

/** The equivalence classes of the rows under the chosen attributes. */
export function indiscernible(table: DecisionTable, chosen: readonly number[]): IndiscernibleRows[] {
  const groups = new Map<string, { values: string[]; size: number; decisions: Map<string, number> }>();
  for (const row of table.rows) {
    const values = chosen.map((at) => row.values[at] ?? '');
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, size: 0, decisions: new Map<string, number>() };
    group.size++;
    group.decisions.set(row.decision, (group.decisions.get(row.decision) ?? 0) + 1);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Share of rows whose values determine the decision: γ, the dependency of the decision on the attributes. */
export function dependency(table: DecisionTable, chosen: readonly number[]): number {
  const certain = indiscernible(table, chosen).filter(({ decisions }) => decisions.size === 1);
  return certain.reduce((sum, { size }) => sum + size, 0) / Math.max(1, table.rows.length);
}

/**
 * The distinct entries of the discernibility matrix: for each pair of rows that must stay apart, the bit mask of the
 * attributes that discern them. A pair must stay apart if its decisions differ and at least one of them is certain
 * (Skowron and Rauszer, 1992); no attribute can discern rows that contradict each other.
 */
export function discernibility(table: DecisionTable): number[] {
  const { attributes } = table;
  if (attributes.length > mostAttributes) throw new Error(`${attributes.length} attributes; at most ${mostAttributes}`);
  const all = indiscernible(table, [...attributes.keys()]).sort((one, other) => other.size - one.size);
  const classes = all.slice(0, mostClasses).map(({ values, decisions }) => {
    const [first] = decisions.keys();
    return { values, decision: decisions.size === 1 ? first : undefined };
  });
  const masks = new Set<number>();
  for (const [at, one] of classes.entries()) {
    for (const other of classes.slice(0, at)) {
      if (one.decision === other.decision) continue;
      let mask = 0;
      for (let bit = 0; bit < attributes.length; bit++) if (one.values[bit] !== other.values[bit]) mask |= 1 << bit;
      masks.add(mask);
    }
  }
  return withoutSupersets([...masks]);
}

/** A set that hits a small entry hits every superset of it. */
function withoutSupersets(masks: readonly number[]): number[] {
  const kept: number[] = [];
  for (const mask of [...masks].sort((one, other) => bitCount(one) - bitCount(other) || one - other)) {
    if (!kept.some((small) => (small & mask) === small)) kept.push(mask);
  }
  return kept;
}

/**
 * A reduct: attributes that discern the rows as well as all do. Up to twelve attributes a minimal one (ties by the
 * accuracy of its majorities, then the first), above that a small one.
 */
export function findReduct(table: DecisionTable): number[] {
  const masks = discernibility(table);
  if (masks.length === 0) return [];
  const count = table.attributes.length;
  return count <= mostForExact ? exactReduct(table, masks) : greedyReduct(masks, count);
}

function exactReduct(table: DecisionTable, masks: readonly number[]): number[] {
  const count = table.attributes.length;
  let smallest = count + 1;
  let found: number[] = [];
  for (let choice = 1; choice < 1 << count; choice++) {
    const size = bitCount(choice);
    if (size > smallest || masks.some((mask) => (mask & choice) === 0)) continue;
    if (size < smallest) found = [];
    smallest = size;
    found.push(choice);
  }
  const reducts = found.map(bitsOf).map((chosen) => ({ chosen, right: shareRight(table, chosen) }));
  return reducts.reduce((best, one) => (one.right > best.right ? one : best)).chosen;
}

/** Greedy: repeatedly adds the attribute that discerns most remaining pairs, then drops redundant ones. */
function greedyReduct(masks: readonly number[], count: number): number[] {
  let choice = 0;
  for (let open = masks; open.length > 0; open = open.filter((mask) => (mask & choice) === 0)) {
    const discerned = Array.from({ length: count }, (_, bit) => open.filter((mask) => mask & (1 << bit)).length);
    choice |= 1 << discerned.indexOf(Math.max(...discerned));
  }
  for (const bit of bitsOf(choice)) {
    const fewer = choice & ~(1 << bit);
    if (masks.every((mask) => (mask & fewer) !== 0)) choice = fewer;
  }
  return bitsOf(choice);
}

/** Share of rows that agree with the majority of their equivalence class. */
export function shareRight(table: DecisionTable, chosen: readonly number[]): number {
  const right = indiscernible(table, chosen).reduce((sum, { decisions }) => sum + Math.max(...decisions.values()), 0);
  return right / Math.max(1, table.rows.length);
}

function bitCount(mask: number): number {
  let count = 0;
  for (let bits = mask; bits !== 0; bits &= bits - 1) count++;
  return count;
}

function bitsOf(mask: number): number[] {
  return Array.from({ length: mostAttributes }, (_, bit) => bit).filter((bit) => mask & (1 << bit));
}
