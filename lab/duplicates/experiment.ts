// Measures detected duplicates against labels, through the catalog as a crawl fills it.

import { openSqlDuplicates } from '../../src/catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { isDemoLayer } from '../../src/describe/sample-layers.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { type Part, readScenes, type SceneItem } from './read-scenes.ts';

export interface Measured {
  readonly scenes: number;
  readonly pairs: number;
  /** Pairs labelled the same. */
  readonly same: number;
  readonly found: number;
  /** False positives, across scenes too. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  readonly precision: number;
  readonly recall: number;
}

export type AllMeasured = Readonly<Record<Part | 'all', Measured>>;

export async function measureAll(): Promise<AllMeasured> {
  return {
    tuning: await measureDuplicates(['tuning']),
    'held-out': await measureDuplicates(['held-out']),
    fresh: await measureDuplicates(['fresh']),
    all: await measureDuplicates(['tuning', 'held-out', 'fresh']),
  };
}

async function measureDuplicates(parts: readonly Part[]): Promise<Measured> {
  const scenes = parts.flatMap((part) => readScenes(part));
  const groups = await groupsOf(scenes.flat());
  const areFound = (a: SceneItem, b: SceneItem) => groups.get(a) === groups.get(b);
  const pairs = scenes.flatMap((scene) => pairsOf(scene));
  const labelled = pairs.filter(([a, b]) => a.letter === b.letter);
  const across = pairsOf(scenes.flat()).filter(([a, b]) => a.scene !== b.scene);
  const right = labelled.filter(([a, b]) => areFound(a, b));
  const wrong = [...pairs.filter(([a, b]) => a.letter !== b.letter), ...across].filter(([a, b]) => areFound(a, b));
  return {
    scenes: scenes.length,
    pairs: pairs.length,
    same: labelled.length,
    found: right.length + wrong.length,
    wrong: wrong.map(describe),
    missed: labelled.filter(([a, b]) => !areFound(a, b)).map(describe),
    precision: right.length / (right.length + wrong.length),
    recall: right.length / labelled.length,
  };
}

/** The detected dataset of each item. */
async function groupsOf(items: readonly SceneItem[]): Promise<ReadonlyMap<SceneItem, string>> {
  const store = openSqlite(':memory:');
  const catalog = openSqlCatalog(store);
  const duplicates = openSqlDuplicates(store, catalog.get);
  const ids = new Map<SceneItem, string>();
  for (const item of items) {
    const request = { discovery: asRead(item.discovery), provenance: item.provenance, task: null, nowMs: 0 };
    const { resource } = await store.transact((transaction) =>
      catalog.record(transaction, { ...request, url: item.discovery.identity.endpoint }),
    );
    ids.set(item, resource.id);
  }
  while (!(await duplicates.tend(1000)));
  const first = new Map<string, string>();
  for await (const distributions of duplicates.groups()) {
    const names = distributions.map(({ id, name }) => `${id} ${name ?? ''}`);
    for (const name of names) first.set(name, names[0]!);
  }
  await store.close();
  // Spellings of one URL are the same record anyway.
  const nameOf = (item: SceneItem) => `${ids.get(item)} ${item.layer ?? ''}`;
  return new Map(items.map((item) => [item, first.get(nameOf(item)) ?? nameOf(item)]));
}

/** Kinds mark sample data. */
function asRead(discovery: Discovery): Discovery {
  const layers = discovery.description.layers.map((layer) => (isDemoLayer(layer) ? { ...layer, isDemo: true } : layer));
  return { ...discovery, description: { ...discovery.description, layers } };
}

function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, n) => items.slice(n + 1).map((b) => [a, b] as const));
}

function describe([a, b]: readonly [SceneItem, SceneItem]): string {
  const named = ({ discovery, layer }: SceneItem) =>
    `${discovery.identity.kind} ${discovery.identity.endpoint} ${layer ?? ''}`.trim();
  return `${a.scene}: ${named(a)} and ${named(b)}`;
}
