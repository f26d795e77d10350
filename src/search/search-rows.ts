// Candidates out of the index: which records the words, the kinds and the area may mean.
import type { SqlDatabase, SqlValue } from '../store/sqlite-driver.ts';
import type { Box } from './extent-relation.ts';
import { weights } from './record-words.ts';
import type { Wanted } from './wanted.ts';
import type { QueryWord } from './words.ts';
import { matchAll } from './words.ts';

export interface Candidate {
  readonly rid: number;
  /** Query words it has. */
  readonly words: number;
  /** bm25: higher is better, 0 without words. */
  readonly rank: number;
}

/** A candidate with the extent that decides whether it is meant. */
export interface PlacedCandidate extends Candidate {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Where candidates come from, in pieces of SQL. */
export interface Source {
  readonly rid: string;
  readonly words: string;
  readonly rank: string;
  readonly from: string;
  readonly where: string;
  readonly values: readonly SqlValue[];
  readonly isGrouped: boolean;
}

// FTS5 gives better matches lower numbers.
const rank = `-bm25(search_text, ${Object.values(weights).join(', ')})`;

/** Records with all the words; without words, every record. */
export function withAll(words: readonly QueryWord[]): Source {
  if (words.length === 0) return every;
  return {
    rid: 'search_text.rowid',
    words: String(words.length),
    rank,
    from: 'search_text',
    where: 'search_text MATCH ?',
    values: [matchAll(words)],
    isGrouped: false,
  };
}

/** Records with any of the words. Each word is asked for by itself, to count how many a record has. */
export function withAny(words: readonly QueryWord[]): Source {
  const one = `SELECT rowid AS rid, ${rank} AS rank FROM search_text WHERE search_text MATCH ?`;
  return {
    rid: 'matched.rid',
    words: 'count(*)',
    rank: 'sum(matched.rank)',
    from: `(${words.map(() => one).join(' UNION ALL ')}) matched`,
    where: 'TRUE',
    values: words.map((word) => matchAll([word])),
    isGrouped: true,
  };
}

const every: Source = {
  ...{ rid: 'search_record.rid', words: '0', rank: '0.0', from: 'search_record', where: 'TRUE' },
  values: [],
  isGrouped: false,
};

export function countCandidates(database: SqlDatabase, source: Source, wanted: Wanted): number {
  const { from, values } = filtered(source, wanted);
  const counted = source.isGrouped ? `DISTINCT ${source.rid}` : '*';
  const row = database.prepare(`SELECT count(${counted}) AS total ${from}`).get(...values);
  return (row as { total: number }).total;
}

/** The page asked for, best first: where no area is given, SQLite can rank by itself, without handing out every match. */
export function bestCandidates(database: SqlDatabase, source: Source, wanted: Wanted): readonly Candidate[] {
  const { from, values } = filtered(source, wanted);
  const page = database.prepare(`SELECT ${columnsOf(source)} ${from} ${groupOf(source)}
    ORDER BY words DESC, rank DESC, rid LIMIT ? OFFSET ?`);
  return page.all(...values, wanted.limit, wanted.offset) as Candidate[];
}

/** All that may be so related to the area, and some more: boxes are coarse. */
export function nearCandidates(database: SqlDatabase, source: Source, wanted: Wanted): Iterable<PlacedCandidate> {
  const { from, values } = filtered(source, wanted, true);
  const boxes = boxBounds(wanted);
  const one = 'SELECT box / 2 FROM search_box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ?';
  // The plus keeps SQLite from asking the text index once per box.
  const statement = database.prepare(`SELECT ${columnsOf(source)}, west, south, east, north ${from}
    AND ${source === every ? '' : '+'}${source.rid} IN (${boxes.map(() => one).join(' UNION ')}) ${groupOf(source)}`);
  return statement.iterate(...values, ...boxes.flat()) as Iterable<PlacedCandidate>;
}

function columnsOf({ rid, words, rank }: Source): string {
  return `${rid} AS rid, ${words} AS words, ${rank} AS rank`;
}

function groupOf({ isGrouped, rid }: Source): string {
  return isGrouped ? `GROUP BY ${rid}` : '';
}

function filtered(source: Source, { kinds, topics }: Wanted, withRecord = false): Pick<Source, 'from' | 'values'> {
  const joins = source !== every && (withRecord || kinds !== null);
  const join = joins ? `JOIN search_record ON search_record.rid = ${source.rid}` : '';
  const ofKind = kinds === null ? '' : 'AND search_record.kind IN (SELECT value FROM json_each(?))';
  const onTopic =
    topics === null
      ? ''
      : `AND ${source.rid} IN (SELECT rid FROM search_topic
          WHERE topic IN (SELECT value FROM json_each(?)) AND confidence >= ${leastConfidence})`;
  return {
    from: `FROM ${source.from} ${join} WHERE ${source.where} ${ofKind} ${onTopic}`,
    values: [...source.values, ...[kinds, topics].flatMap((list) => (list === null ? [] : [JSON.stringify(list)]))],
  };
}

/** Topics less sure than this are no answer to who asks for them. */
const leastConfidence = 0.5;

/** For each box to look for: greatest west, least east, greatest south, least north. */
function boxBounds({ area, relation }: Wanted): readonly (readonly number[])[] {
  if (relation !== 'contains') return area.map(([west, south, east, north]) => [east, west, north, south]);
  // Each box of the area must lie in a box of the resource, so looking for the first will do.
  return area.slice(0, 1).map(([west, south, east, north]: Box) => [west, east, south, north]);
}
