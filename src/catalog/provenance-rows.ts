// Stored provenance of a resource, first discovery first.
import { createHash } from 'node:crypto';
import type { FoundBy } from '../model/link.ts';
import type { Provenance, RecordRef } from '../model/resource.ts';
import { statement, type Work } from '../store/sql/sql.ts';
import { listColumn, readListColumn, textColumn } from './columns.ts';

/** A service linked from every page of a site is found the same way repeatedly: the first hundred are enough. */
const distributionLimit = 100;

export interface ProvenanceRows {
  /** Adds a new entry; secrets must already be masked. */
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
    const way = provenanceHash(provenance);
    if ((yield* find.get(rid, way, task ?? '')) !== undefined) return;
    const { ways: distributions } = (yield* count.get(rid))!;
    if (distributions >= distributionLimit) return;
    const { foundBy, source, anchor, depth, chain, record } = provenance;
    const listed = record === undefined ? null : textColumn(JSON.stringify(record));
    const place = [foundBy, source, textColumn(anchor), depth, listColumn(chain), listed] as const;
    yield* insert.run(rid, distributions, way, task ?? '', ...place, nowMs);
  },
  *first(rid) {
    const row = yield* firstOf.get(rid);
    return row === undefined ? null : readProvenance(row);
  },
  *read(rid) {
    // Several tasks may have found it the same way: shown once.
    const origins = new Map((yield* allOf.all(rid)).reverse().map((row) => [row.way, row]));
    return [...origins.values()].reverse().map(readProvenance);
  },
};

/** A catalog record counts as one path, however its catalog was reached. */
function provenanceHash({ foundBy, source, anchor, depth, chain, record }: Provenance): string {
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
