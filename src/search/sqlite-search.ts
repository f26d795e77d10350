// The search on SQLite: FTS5 for words, R*Tree for extents.
import type { Search, SearchHit, SearchResult } from '../model/search.ts';
import type { SqliteStore } from '../store/sqlite.ts';
import { databaseOf } from '../store/sqlite.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { bestOf } from './best-of.ts';
import { explain } from './explain.ts';
import type { Overlap } from './extent-relation.ts';
import { boxesOf, isRelated, readOverlap } from './extent-relation.ts';
import type { RecordWords } from './record-words.ts';
import type { Candidate, PlacedCandidate, Source } from './search-rows.ts';
import { bestCandidates, countCandidates, nearCandidates, withAll, withAny } from './search-rows.ts';
import { openSearchWriter } from './search-writer.ts';
import type { Wanted } from './wanted.ts';
import { readWanted } from './wanted.ts';

interface Match {
  readonly rid: number;
  readonly score: number;
  readonly overlap: Overlap | null;
}

/** The page asked for. */
interface Matches {
  readonly total: number;
  readonly page: readonly Match[];
}

export function openSqliteSearch(store: SqliteStore): Search {
  const { database } = store;
  const write = openSearchWriter(database);
  const toHit = openHits(database);
  return {
    index: async (transaction, resource) => {
      if (databaseOf(transaction) !== database) throw new Error('the transaction belongs to another store');
      write(resource);
    },
    find: async (query) => {
      const wanted = readWanted(query);
      return wanted.isUnreadable ? { total: 0, hits: [] } : readSqlite(() => find(database, wanted, toHit));
    },
  };
}

function find(database: SqlDatabase, wanted: Wanted, toHit: ReturnType<typeof openHits>): SearchResult {
  const { words, area } = wanted;
  const match = area.length === 0 ? matchAnywhere : matchInArea;
  const all = match(database, withAll(words), wanted);
  const hasAll = all.total > 0 || words.length < 2;
  const { total, page } = hasAll ? all : match(database, withAny(words), wanted);
  return { total, hits: page.map((each) => toHit(each, wanted, hasAll)) };
}

function matchAnywhere(database: SqlDatabase, source: Source, wanted: Wanted): Matches {
  const page = bestCandidates(database, source, wanted);
  return {
    total: countCandidates(database, source, wanted),
    page: page.map((row) => ({ rid: row.rid, score: scoreOf(row, null), overlap: null })),
  };
}

function matchInArea(database: SqlDatabase, source: Source, wanted: Wanted): Matches {
  const related = relatedOnly(nearCandidates(database, source, wanted), wanted);
  const { limit, offset } = wanted;
  const { total, best } = bestOf(related, offset + limit, (a, b) => b.score - a.score || a.rid - b.rid);
  return { total, page: best.slice(offset) };
}

function* relatedOnly(rows: Iterable<PlacedCandidate>, { area, relation }: Wanted): Generator<Match> {
  for (const row of rows) {
    const own = boxesOf([row.west, row.south, row.east, row.north]);
    if (!isRelated(relation, own, area)) continue;
    const overlap = readOverlap(own, area);
    yield { rid: row.rid, score: scoreOf(row, overlap), overlap };
  }
}

/** The number of words found decides, then how well they and the area fit: n … n + 1. */
function scoreOf({ words, rank }: Candidate, overlap: Overlap | null): number {
  // The fourth root tells a canton from the world when a country is asked for: 0.45 and 0.1 instead of 0.04 and 0.0001.
  const place = overlap === null ? 1 : 0.2 + 0.8 * overlap.likeness ** 0.25;
  if (words === 0) return overlap === null ? 0 : place;
  const fit = rank * place;
  return words + fit / (1 + fit);
}

function openHits(database: SqlDatabase): (match: Match, wanted: Wanted, hasAll: boolean) => SearchHit {
  const select =
    database.prepare(`SELECT id, west, south, east, north, title, keywords, layers, abstract, provider, address
    FROM search_record JOIN search_words USING(rid) WHERE rid = ?`);
  return ({ rid, score, overlap }, { words, relation }, hasAll) => {
    const record = select.get(rid) as RecordWords & PlacedCandidate & { id: string };
    const { id, title, keywords, layers, abstract, provider, address } = record;
    const isWorldwide = record.east - record.west > 359 && record.north - record.south > 120;
    const texts = { title, keywords, layers, abstract, provider, address };
    return { id, score, ...explain({ words, hasAll, record: texts, relation, overlap, isWorldwide }) };
  };
}
