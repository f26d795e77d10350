// Several segments made one: what was replaced is left out, and a query has fewer places to look.
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { decodePlaces, decodePostings, encodePlaces, encodePostings } from './posting-list.ts';
import type { SegmentColumns } from './segment-builder.ts';
import { bytesOf, type Segment, wordLimit } from './segment-rows.ts';

/** New numbers of the documents of one segment; -1 for those that are gone. */
interface Renumbered {
  readonly segment: Segment;
  readonly numbers: Int32Array;
}

export function mergeSegments(database: SqlDatabase, segments: readonly Segment[], target: number): void {
  const { parts, documents } = renumber(segments);
  writeColumns(database, parts, target, documents);
  mergePostings(database, parts, target);
  for (const facet of facetsOf(database, segments)) mergeFacet(database, parts, { facet, target, documents });
  for (const { id } of segments) removeSegment(database, id);
}

function renumber(segments: readonly Segment[]): { parts: readonly Renumbered[]; documents: number } {
  let documents = 0;
  const parts = segments.map((segment) => {
    const numbers = new Int32Array(segment.documents);
    for (let doc = 0; doc < segment.documents; doc++) numbers[doc] = segment.dead?.[doc] === 1 ? -1 : documents++;
    return { segment, numbers };
  });
  return { parts, documents };
}

function writeColumns(database: SqlDatabase, parts: readonly Renumbered[], target: number, documents: number): void {
  const columns: SegmentColumns = {
    rid: new Uint32Array(documents),
    layer: new Int32Array(documents),
    extent: new Float64Array(documents * 4),
  };
  for (const { segment, numbers } of parts) {
    const { rid, layer, extent } = segment.columns;
    numbers.forEach((number, doc) => {
      if (number < 0) return;
      columns.rid[number] = rid[doc]!;
      columns.layer[number] = layer[doc]!;
      columns.extent.set(extent.subarray(doc * 4, doc * 4 + 4), number * 4);
    });
  }
  database
    .prepare('INSERT INTO search_segment VALUES(?, ?, ?, ?, ?, NULL)')
    .run(target, documents, bytesOf(columns.rid), bytesOf(columns.layer), bytesOf(columns.extent));
  const move = database.prepare('UPDATE search_record SET segment = ?, first = ? WHERE rid = ?');
  for (let doc = 0; doc < documents; doc++)
    if (doc === 0 || columns.rid[doc] !== columns.rid[doc - 1]) move.run(target, doc, columns.rid[doc]!);
}

function mergePostings(database: SqlDatabase, parts: readonly Renumbered[], target: number): void {
  const keys = database.prepare('SELECT posting FROM search_posting WHERE posting >= ? AND posting < ?');
  const words = new Set<number>();
  for (const { segment } of parts) {
    const first = segment.id * wordLimit;
    for (const { posting } of keys.all(first, first + wordLimit) as { posting: number }[]) words.add(posting - first);
  }
  const write = database.prepare('INSERT INTO search_posting VALUES(?, ?, ?, ?)');
  const read = database.prepare('SELECT documents, list, places FROM search_posting WHERE posting = ?');
  for (const word of Float64Array.from(words).sort()) {
    const docs: number[] = [];
    const impacts: number[] = [];
    const fields: number[] = [];
    const places: (readonly number[])[] = [];
    for (const { segment, numbers } of parts) {
      const row = read.get(segment.id * wordLimit + word) as PostingRow | undefined;
      if (row === undefined) continue;
      const list = decodePostings(row.list);
      const own = decodePlaces(row.places, row.documents);
      list.docs.forEach((doc, n) => {
        const number = numbers[doc]!;
        if (number < 0) return;
        docs.push(number);
        impacts.push(list.impacts[n]!);
        fields.push(list.fields[n]!);
        places.push(own[n]!);
      });
    }
    if (docs.length === 0) continue;
    const list = { docs: Uint32Array.from(docs), impacts: Uint8Array.from(impacts), fields: Uint8Array.from(fields) };
    write.run(target * wordLimit + word, docs.length, encodePostings(list), encodePlaces(places));
  }
}

interface PostingRow {
  readonly documents: number;
  readonly list: Uint8Array;
  readonly places: Uint8Array;
}

function facetsOf(database: SqlDatabase, segments: readonly Segment[]): readonly string[] {
  const find = database.prepare('SELECT facet FROM search_facet WHERE segment = ?');
  return [...new Set(segments.flatMap(({ id }) => (find.all(id) as { facet: string }[]).map(({ facet }) => facet)))];
}

interface FacetTarget {
  readonly facet: string;
  readonly target: number;
  readonly documents: number;
}

function mergeFacet(
  database: SqlDatabase,
  parts: readonly Renumbered[],
  { facet, target, documents }: FacetTarget,
): void {
  const starts = new Uint32Array(documents + 1);
  const values: number[] = [];
  let next = 0;
  for (const { segment, numbers } of parts) {
    const column = segment.facet(facet);
    numbers.forEach((number, doc) => {
      if (number < 0) return;
      starts[next++] = values.length;
      if (column === null) return;
      for (let at = column.starts[doc]!; at < column.starts[doc + 1]!; at++) values.push(column.values[at]!);
    });
  }
  starts[documents] = values.length;
  database
    .prepare('INSERT INTO search_facet VALUES(?, ?, ?, ?)')
    .run(target, facet, bytesOf(starts), bytesOf(Uint32Array.from(values)));
}

function removeSegment(database: SqlDatabase, segment: number): void {
  database.prepare('DELETE FROM search_segment WHERE segment = ?').run(segment);
  database.prepare('DELETE FROM search_facet WHERE segment = ?').run(segment);
  const first = segment * wordLimit;
  database.prepare('DELETE FROM search_posting WHERE posting >= ? AND posting < ?').run(first, first + wordLimit);
}
