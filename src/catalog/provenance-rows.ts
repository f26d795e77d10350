// Stored provenance of a resource, first discovery first.
import { createHash } from 'node:crypto';
import type { FoundBy } from '../model/link.ts';
import type { Provenance, RecordRef } from '../model/resource.ts';
import { statement, type Work } from '../store/sql/sql.ts';
import { listColumn, readListColumn, textColumn } from './columns.ts';

/** A service linked from every page of a site is found repeatedly: the first hundred are enough. */
const entryLimit = 100;

interface ProvenanceRow {
  readonly hash: string;
  readonly found_by: string;
  readonly source: string | null;
  readonly anchor: string;
  readonly depth: number;
  readonly chain: string | null;
  readonly record: string | null;
}

const find = statement('SELECT 1 FROM provenance WHERE rid = ? AND way = ? AND task = ?');
const count = statement<{ entries: number }>('SELECT count(*) AS entries FROM provenance WHERE rid = ?');
const insert = statement(`INSERT INTO provenance(rid, position, way, task, found_by, source, anchor, depth,
  chain, record, seen_ms) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const columns = 'way AS hash, found_by, source, anchor, depth, chain, record';
const firstOf = statement<ProvenanceRow>(`SELECT ${columns} FROM provenance WHERE rid = ? AND position = 0`);
const allOf = statement<ProvenanceRow>(`SELECT ${columns} FROM provenance WHERE rid = ? ORDER BY position`);

export const provenanceRows = {
  /** Adds a new entry; secrets must already be masked. */
  *add(
    rid: number,
    provenance: Provenance,
    { task, nowMs }: { readonly task: string | null; readonly nowMs: number },
  ): Work<void> {
    const hash = provenanceHash(provenance);
    if ((yield* find.get(rid, hash, task ?? '')) !== undefined) return;
    const { entries } = (yield* count.get(rid))!;
    if (entries >= entryLimit) return;
    const { foundBy, source, anchor, depth, chain, record } = provenance;
    const listed = record === undefined ? null : textColumn(JSON.stringify(record));
    const content = [foundBy, source, textColumn(anchor), depth, listColumn(chain), listed] as const;
    yield* insert.run(rid, entries, hash, task ?? '', ...content, nowMs);
  },
  *first(rid: number): Work<Provenance | null> {
    const row = yield* firstOf.get(rid);
    return row === undefined ? null : readProvenance(row);
  },
  *read(rid: number): Work<readonly Provenance[]> {
    // Several tasks may have found it the same way: shown once.
    const origins = new Map((yield* allOf.all(rid)).reverse().map((row) => [row.hash, row]));
    return [...origins.values()].reverse().map(readProvenance);
  },
};

/** A catalog record counts as one path, however its catalog was reached. */
function provenanceHash({ foundBy, source, anchor, depth, chain, record }: Provenance): string {
  const path = record === undefined ? [foundBy, source, anchor, depth, chain] : [record.catalog, record.id];
  return createHash('sha256').update(JSON.stringify(path)).digest('hex').slice(0, 32);
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
