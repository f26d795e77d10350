// Every way a resource was found, first one first.
import { createHash } from 'node:crypto';
import type { FoundBy } from '../model/link.ts';
import type { Provenance, RecordRef } from '../model/resource.ts';
import { statement, type Work } from '../store/sql/sql.ts';
import { listColumn, readListColumn, textColumn } from './columns.ts';

/** A service linked from every page of a site is found the same few ways over and over: the first hundred tell enough. */
const wayLimit = 100;

export interface ProvenanceRows {
  /** Adds a way not yet known; secrets must be masked already. */
  add(rid: number, provenance: Provenance, found: { readonly task: string | null; readonly nowMs: number }): Work<void>;
  first(rid: number): Work<Provenance | null>;
  read(rid: number): Work<readonly Provenance[]>;
}

interface ProvenanceRow {
  readonly way: string;
  readonly found_by: string;
  readonly source: string | null;
  readonly anchor: string;
  readonly depth: number;
  readonly chain: string | null;
  readonly record: string | null;
}

const find = statement('SELECT 1 FROM provenance WHERE rid = ? AND way = ? AND task = ?');
const count = statement<{ ways: number }>('SELECT count(*) AS ways FROM provenance WHERE rid = ?');
const insert = statement(`INSERT INTO provenance(rid, position, way, task, found_by, source, anchor, depth,
  chain, record, seen_ms) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const firstOf = statement<ProvenanceRow>('SELECT * FROM provenance WHERE rid = ? AND position = 0');
const allOf = statement<ProvenanceRow>('SELECT * FROM provenance WHERE rid = ? ORDER BY position');

export const provenanceRows: ProvenanceRows = {
  *add(rid, provenance, { task, nowMs }) {
    const way = wayHash(provenance);
    if ((yield* find.get(rid, way, task ?? '')) !== undefined) return;
    const { ways } = (yield* count.get(rid))!;
    if (ways >= wayLimit) return;
    const { foundBy, source, anchor, depth, chain, record } = provenance;
    const listed = record === undefined ? null : textColumn(JSON.stringify(record));
    const place = [foundBy, source, textColumn(anchor), depth, listColumn(chain), listed] as const;
    yield* insert.run(rid, ways, way, task ?? '', ...place, nowMs);
  },
  *first(rid) {
    const row = yield* firstOf.get(rid);
    return row === undefined ? null : readProvenance(row);
  },
  *read(rid) {
    // Several tasks may have found it the same way: to a reader that is one way.
    const ways = new Map((yield* allOf.all(rid)).reverse().map((row) => [row.way, row]));
    return [...ways.values()].reverse().map(readProvenance);
  },
};

/** A record is one way, from wherever its catalog was reached. */
function wayHash({ foundBy, source, anchor, depth, chain, record }: Provenance): string {
  const way = record === undefined ? [foundBy, source, anchor, depth, chain] : [record.catalog, record.id];
  return createHash('sha256').update(JSON.stringify(way)).digest('hex').slice(0, 32);
}

function readProvenance(row: ProvenanceRow): Provenance {
  return {
    foundBy: row.found_by as FoundBy,
    source: row.source,
    anchor: row.anchor,
    depth: row.depth,
    chain: readListColumn(row.chain),
    ...(row.record === null ? {} : { record: JSON.parse(row.record) as RecordRef }),
  };
}
