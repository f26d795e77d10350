// Segments of the index at rest, and read in place: postings on demand, columns once.
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { decodePlaces, decodePostings, type PostingList } from './posting-list.ts';
import type { BuiltSegment, SegmentColumns } from './segment-builder.ts';

/** Postings of a segment lie together, in the order of their words: it is merged and removed in one sweep. */
export const wordLimit = 2 ** 32;

export interface FacetColumn {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** A segment open for reading. */
export interface Segment {
  readonly id: number;
  readonly documents: number;
  readonly columns: SegmentColumns;
  /** Null where every document counts. */
  readonly dead: Uint8Array | null;
  facet(name: string): FacetColumn | null;
}

/** A document of the index. */
export interface Place {
  readonly segment: Segment;
  readonly doc: number;
}

export interface SegmentRows {
  write(segment: number, built: BuiltSegment): void;
  open(): readonly Segment[];
  wordId(word: string): number | null;
  /** Words that begin so, the word itself included, in their order; at most `limit`. */
  wordsFrom(prefix: string, limit: number): readonly { readonly id: number; readonly word: string }[];
  wordsWith(infix: string, limit: number): readonly { readonly id: number; readonly word: string }[];
  /** How many documents of a segment have the word. */
  count(word: number, segment: number): number;
  postings(word: number, segment: number): PostingList | null;
  places(word: number, segment: number): readonly (readonly number[])[];
  valueId(facet: string, value: string): number | null;
  valueText(id: number): string;
  /** Greater than the id of any value. */
  valueLimit(): number;
}

export function openSegmentRows(database: SqlDatabase): SegmentRows {
  const findWord = database.prepare('SELECT word_id AS id FROM search_word WHERE word = ?');
  const from = database.prepare(
    'SELECT word_id AS id, word FROM search_word WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
  );
  const infix = database.prepare(
    `SELECT word_id AS id, word FROM search_word WHERE word_id IN (SELECT rowid FROM search_infix WHERE search_infix MATCH ?)
     AND instr(word, ?) > 0 ORDER BY word LIMIT ?`,
  );
  const count = database.prepare('SELECT documents FROM search_posting WHERE posting = ?');
  const list = database.prepare('SELECT list FROM search_posting WHERE posting = ?');
  const valueId = database.prepare(
    'SELECT value_id AS id FROM search_value WHERE facet = ? AND value = ? COLLATE NOCASE',
  );
  const valueText = database.prepare('SELECT value FROM search_value WHERE value_id = ?');
  const valueLimit = database.prepare('SELECT coalesce(max(value_id), 0) + 1 AS "limit" FROM search_value');
  const places = database.prepare('SELECT documents, places FROM search_posting WHERE posting = ?');
  return {
    write: (segment, built) => writeSegment(database, segment, built),
    open: () => openSegments(database),
    wordId: (word) => (findWord.get(word) as { id: number } | undefined)?.id ?? null,
    wordsFrom: (prefix, limit) => from.all(prefix, `${prefix}\u{10ffff}`, limit) as { id: number; word: string }[],
    wordsWith: (text, limit) => {
      const grams = [...trigrams(text)].map((gram) => `"${gram}"`).join(' AND ');
      return infix.all(grams, text, limit) as { id: number; word: string }[];
    },
    count: (word, segment) =>
      (count.get(segment * wordLimit + word) as { documents: number } | undefined)?.documents ?? 0,
    postings: (word, segment) => {
      const row = list.get(segment * wordLimit + word) as { list: Uint8Array } | undefined;
      return row === undefined ? null : decodePostings(row.list);
    },
    places: (word, segment) => {
      const row = places.get(segment * wordLimit + word) as { documents: number; places: Uint8Array } | undefined;
      return row === undefined ? [] : decodePlaces(row.places, row.documents);
    },
    valueId: (facet, value) => (valueId.get(facet, value) as { id: number } | undefined)?.id ?? null,
    valueText: (id) => (valueText.get(id) as { value: string }).value,
    valueLimit: () => (valueLimit.get() as { limit: number }).limit,
  };
}

function* trigrams(text: string): Generator<string> {
  const letters = [...text];
  for (let n = 0; n + 3 <= letters.length; n++) yield letters.slice(n, n + 3).join('');
}

function writeSegment(database: SqlDatabase, segment: number, built: BuiltSegment): void {
  const { documents, columns, facets } = built;
  database
    .prepare('INSERT INTO search_segment VALUES(?, ?, ?, ?, ?, NULL)')
    .run(segment, documents, bytesOf(columns.rid), bytesOf(columns.layer), bytesOf(columns.extent));
  const find = database.prepare('SELECT word_id AS id FROM search_word WHERE word = ?');
  const add = database.prepare('INSERT INTO search_word(word) VALUES(?)');
  const addInfix = database.prepare('INSERT INTO search_infix(rowid, word) VALUES(?, ?)');
  const post = database.prepare('INSERT INTO search_posting VALUES(?, ?, ?, ?)');
  for (const { word, count, list, places } of built.words()) {
    let id = (find.get(word) as { id: number } | undefined)?.id;
    if (id === undefined) {
      id = Number(add.run(word).lastInsertRowid);
      addInfix.run(id, word);
    }
    post.run(segment * wordLimit + id, count, list, places);
  }
  const valueIdOf = openValues(database);
  const write = database.prepare('INSERT INTO search_facet VALUES(?, ?, ?, ?)');
  for (const [facet, lists] of facets) {
    const starts = new Uint32Array(documents + 1);
    const values: number[] = [];
    for (let doc = 0; doc < documents; doc++) {
      starts[doc] = values.length;
      for (const value of lists[doc] ?? []) values.push(valueIdOf(facet, value));
    }
    starts[documents] = values.length;
    write.run(segment, facet, bytesOf(starts), bytesOf(Uint32Array.from(values)));
  }
}

function openValues(database: SqlDatabase): (facet: string, value: string) => number {
  const find = database.prepare('SELECT value_id AS id FROM search_value WHERE facet = ? AND value = ?');
  const add = database.prepare('INSERT INTO search_value(facet, value) VALUES(?, ?)');
  const known = new Map<string, number>();
  return (facet, value) => {
    const key = `${facet}\n${value}`;
    const id =
      known.get(key) ??
      (find.get(facet, value) as { id: number } | undefined)?.id ??
      Number(add.run(facet, value).lastInsertRowid);
    known.set(key, id);
    return id;
  };
}

interface SegmentRow {
  readonly segment: number;
  readonly documents: number;
  readonly rid: Uint8Array;
  readonly layer: Uint8Array;
  readonly extent: Uint8Array;
  readonly dead: Uint8Array | null;
}

function openSegments(database: SqlDatabase): readonly Segment[] {
  const rows = database.prepare('SELECT * FROM search_segment ORDER BY segment').all() as unknown as SegmentRow[];
  const readFacet = database.prepare(
    'SELECT starts, value_ids AS "values" FROM search_facet WHERE segment = ? AND facet = ?',
  );
  return rows.map(({ segment, documents, rid, layer, extent, dead }) => {
    const facets = new Map<string, FacetColumn | null>();
    return {
      id: segment,
      documents,
      columns: {
        rid: new Uint32Array(aligned(rid)),
        layer: new Int32Array(aligned(layer)),
        extent: new Float64Array(aligned(extent)),
      },
      dead,
      facet: (name) => {
        const known = facets.get(name);
        if (known !== undefined) return known;
        const row = readFacet.get(segment, name) as { starts: Uint8Array; values: Uint8Array } | undefined;
        const column =
          row === undefined
            ? null
            : { starts: new Uint32Array(aligned(row.starts)), values: new Uint32Array(aligned(row.values)) };
        facets.set(name, column);
        return column;
      },
    };
  });
}

export function bytesOf(array: Uint32Array | Int32Array | Float64Array | Uint8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Bytes of the database begin anywhere; numbers need a place divisible by their size. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength) return bytes.buffer as ArrayBuffer;
  return bytes.slice().buffer as ArrayBuffer;
}
