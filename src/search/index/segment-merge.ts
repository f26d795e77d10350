// Merges segments into one without their dead records, so that queries visit fewer.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { createListColumn } from './list-column.ts';
import { type MergePart, mergePostings } from './merge-postings.ts';
import { listScopes } from './segment-builder.ts';
import type { NumberColumns } from './segment-columns.ts';
import type { Segment } from './segment-rows.ts';
import { beginSegment, publishSegment, type Steps, withdrawSegment, writeColumns } from './segment-writer.ts';

const rowsPerStep = 4000;
const recordsPerStep = 2000;

export async function* mergeSegments(database: SqlDatabase, segments: readonly Segment[]): Steps<void> {
  const target = beginSegment(database);
  const { parts, documents } = renumber(segments);
  yield;
  yield* mergeColumns(database, parts, target, documents);
  yield* mergePostings(database, parts, target);
  publishMerged(database, parts, target, documents);
}

/** New numbers of the documents of living records. */
function renumber(segments: readonly Segment[]): { parts: readonly MergePart[]; documents: number } {
  let documents = 0;
  const parts = segments.map((segment): MergePart => {
    const base = documents;
    const first = segment.number('first');
    if (segment.dead === null) {
      documents += segment.documents;
      return { segment, base, numbers: null };
    }
    const numbers = new Int32Array(segment.documents).fill(-1);
    for (let record = 0; record + 1 < first.length; record++) {
      if (segment.dead[record] === 1) continue;
      for (let doc = first[record]!; doc < first[record + 1]!; doc++) numbers[doc] = documents++;
    }
    return { segment, base, numbers };
  });
  return { parts, documents };
}

function* livingRecords({ segment }: MergePart): Generator<number> {
  const records = segment.number('rid').length;
  for (let record = 0; record < records; record++) if (segment.dead?.[record] !== 1) yield record;
}

function* livingDocuments({ segment, numbers }: MergePart): Generator<number> {
  for (let doc = 0; doc < segment.documents; doc++) if (numbers === null || numbers[doc]! >= 0) yield doc;
}

async function* mergeColumns(
  database: SqlDatabase,
  parts: readonly MergePart[],
  target: number,
  documents: number,
): Steps<void> {
  const numbers = yield* mergeNumbers(parts, documents);
  yield* writeColumns(database, target, { numbers, lists: new Map() });
  for (const [name, scope] of listScopes) {
    const column = createListColumn();
    for (const part of parts) {
      const take = column.from(part.segment.list(name));
      let taken = 0;
      for (const row of scope === 'record' ? livingRecords(part) : livingDocuments(part)) {
        take(row);
        if (++taken % rowsPerStep === 0) yield;
      }
    }
    yield* writeColumns(database, target, { numbers: null, lists: new Map([[name, column.build()]]) });
  }
}

const recordNumbers = ['rid', 'completeness', 'created', 'updated', 'layerCount', 'score', 'idKey'] as const;

async function* mergeNumbers(parts: readonly MergePart[], documents: number): Steps<NumberColumns> {
  const records = parts.reduce((sum, part) => sum + countLiving(part), 0);
  const merged = {
    rid: new Uint32Array(records),
    first: new Uint32Array(records + 1),
    completeness: new Uint8Array(records),
    created: new Float64Array(records),
    updated: new Float64Array(records),
    layerCount: new Uint32Array(records),
    score: new Float64Array(records),
    idKey: new Float64Array(records),
    layer: new Int32Array(documents),
    title: new Float64Array(documents),
  };
  let nextRecord = 0;
  let nextDoc = 0;
  for (const part of parts) {
    const { segment } = part;
    const first = segment.number('first');
    const [layer, title] = [segment.number('layer'), segment.number('title')];
    for (const record of livingRecords(part)) {
      for (const name of recordNumbers) merged[name][nextRecord] = segment.number(name)[record]!;
      merged.first[nextRecord++] = nextDoc;
      merged.layer.set(layer.subarray(first[record]!, first[record + 1]!), nextDoc);
      merged.title.set(title.subarray(first[record]!, first[record + 1]!), nextDoc);
      nextDoc += first[record + 1]! - first[record]!;
      if (nextRecord % recordsPerStep === 0) yield;
    }
  }
  merged.first[records] = nextDoc;
  return merged;
}

function countLiving({ segment }: MergePart): number {
  const records = segment.number('rid').length;
  return segment.dead === null ? records : records - segment.dead.reduce((sum, one) => sum + one, 0);
}

/** Records that died during the merge are dead in the new segment too. If a segment is gone, another program has merged it. */
function publishMerged(database: SqlDatabase, parts: readonly MergePart[], target: number, documents: number): void {
  const find = database.prepare('SELECT dead FROM search_segment WHERE segment = ?');
  const dead: number[] = [];
  for (const part of parts) {
    const row = find.get(part.segment.id) as { dead: Uint8Array | null } | undefined;
    if (row === undefined) {
      database.prepare('UPDATE search_unfinished SET touched_ms = 0 WHERE segment = ?').run(target);
      return;
    }
    for (const record of livingRecords(part)) dead.push(row.dead?.[record] ?? 0);
  }
  const isPublished = publishSegment(database, target, documents, dead.includes(1) ? Uint8Array.from(dead) : null);
  if (isPublished) for (const { segment } of parts) withdrawSegment(database, segment.id);
}
