// Records whose parts in other tables are read only where somebody looks at them.
import type { Layer, Resource } from '../model/resource.ts';
import type { SqlStore, Work } from '../store/sql/sql.ts';
import { readHealth } from './health-rows.ts';
import { layerRows } from './layer-rows.ts';
import type { ProblemRows } from './problem-rows.ts';
import { provenanceRows } from './provenance-rows.ts';
import { type ResourceRow, readResource } from './resource-row.ts';
import { topicRows } from './topic-rows.ts';

export interface Reading {
  readonly store: SqlStore;
  readonly problems: ProblemRows;
  assemble(row: ResourceRow): Work<Resource>;
}

/** An engine that answers at once is asked for the rest of a record when somebody looks at it; another one beforehand. */
export function assembleOnDemand(reading: Reading, row: ResourceRow): Resource | Promise<Resource> {
  const { store, problems, assemble } = reading;
  return store.readNow === null
    ? store.read(() => assemble(row))
    : withParts({ readNow: store.readNow, problems }, row, new Map());
}

interface ReadingNow {
  readonly readNow: NonNullable<SqlStore['readNow']>;
  readonly problems: ProblemRows;
}

/** `known` are layers that were read before. Each part is read by itself, and once: who looks at the topics does not wait for fifty thousand layers. */
export function withParts(
  { readNow, problems }: ReadingNow,
  row: ResourceRow,
  known: ReadonlyMap<number, Layer>,
): Resource {
  const { rid, id } = row;
  const topics = once(() => readNow(() => topicRows.read(rid, id)));
  const parts = {
    layers: once(() => {
      const layers = readNow(function* () {
        return yield* topicRows.withTopics(rid, id, yield* layerRows.read(rid));
      });
      return layers.map((layer, position) => known.get(position) ?? layer);
    }),
    problems: once(() => readNow(() => problems.read(rid))),
    provenance: once(() => readNow(() => provenanceRows.first(rid))),
    topics: () => topics()?.topics,
    languages: () => topics()?.languages,
    health: once(() => readNow(() => readHealth(id)) ?? undefined),
  };
  const resource = readResource(row, { layers: [], problems: [], provenance: null, topics: undefined, health: null });
  for (const [part, read] of Object.entries<() => unknown>(parts))
    Object.defineProperty(resource, part, { enumerable: true, get: read });
  return resource;
}

export function once<T>(read: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}
