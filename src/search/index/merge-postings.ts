// Concatenates the postings of several segments, word by word.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { decodePostings, encodePostings, positionStarts } from './posting-list.ts';
import { wordLimit } from './segment-postings.ts';
import type { Segment } from './segment-rows.ts';
import { type Steps, touchSegment } from './segment-writer.ts';

export interface MergePart {
  readonly segment: Segment;
  /** Number of its first document in the new segment. */
  readonly base: number;
  /** New numbers of its documents, -1 for dead ones; null if all are alive, so that numbers are only shifted by `base`. */
  readonly numbers: Int32Array | null;
}

const bytesPerStep = 500_000;
const mostWordsPerStep = 4096;

interface PostingRow {
  readonly posting: number;
  readonly documents: number;
  readonly list: Uint8Array;
  readonly places: Uint8Array;
}

export async function* mergePostings(database: SqlDatabase, parts: readonly MergePart[], target: number): Steps<void> {
  const read = database.prepare(
    'SELECT posting, documents, list, places FROM search_posting WHERE posting >= ? AND posting < ? ORDER BY posting',
  );
  const write = database.prepare('INSERT INTO search_posting VALUES(?, ?, ?, ?)');
  const { last } = database.prepare('SELECT coalesce(max(word_id), 0) AS last FROM search_word').get() as {
    last: number;
  };
  let width = 16;
  for (let word = 0; word <= last; ) {
    const byWord = new Map<number, Source[]>();
    let bytes = 0;
    for (const part of parts) {
      const base = part.segment.id * wordLimit;
      for (const row of read.all(base + word, base + word + width) as unknown as PostingRow[]) {
        bytes += row.list.length + row.places.length;
        const sources = byWord.get(row.posting - base) ?? [];
        byWord.set(row.posting - base, sources);
        sources.push({ part, row });
      }
    }
    for (const [id, sources] of [...byWord].sort(([one], [other]) => one - other)) {
      const { count, list, places } = join(sources);
      if (count > 0) write.run(target * wordLimit + id, count, list, places);
    }
    word += width;
    // Frequent words have low numbers: one may be as much work as thousands of rare ones.
    if (bytes > bytesPerStep) width = Math.max(1, width >> 1);
    else if (bytes < bytesPerStep / 4) width = Math.min(mostWordsPerStep, width * 2);
    yield touchSegment(database, target);
  }
}

interface Source {
  readonly part: MergePart;
  readonly row: PostingRow;
}

function join(sources: readonly Source[]) {
  const total = sources.reduce((sum, { row }) => sum + row.documents, 0);
  const docs = new Uint32Array(total);
  const impacts = new Uint8Array(total);
  const fields = new Uint8Array(total);
  const places: Uint8Array[] = [];
  let count = 0;
  for (const { part, row } of sources) {
    const list = decodePostings(row.list, row.documents);
    if (part.numbers === null) {
      for (let n = 0; n < row.documents; n++) docs[count + n] = list.docs[n]! + part.base;
      impacts.set(list.impacts, count);
      fields.set(list.fields, count);
      places.push(row.places);
      count += row.documents;
      continue;
    }
    const starts = positionStarts(row.places, row.documents);
    for (let n = 0; n < row.documents; n++) {
      const number = part.numbers[list.docs[n]!]!;
      if (number < 0) continue;
      docs[count] = number;
      impacts[count] = list.impacts[n]!;
      fields[count++] = list.fields[n]!;
      places.push(row.places.subarray(starts[n], starts[n + 1]));
    }
  }
  const [keptDocs, keptImpacts] = [docs.subarray(0, count), impacts.subarray(0, count)];
  const list = encodePostings({ docs: keptDocs, impacts: keptImpacts, fields: fields.subarray(0, count) });
  return { count, list, places: Buffer.concat(places) };
}
