// Searches that people keep, each their own.
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import type { Who } from './person.ts';

export interface SavedSearch {
  readonly id: number;
  readonly name: string;
  /** Of the search page's address, without the question mark. */
  readonly query: string;
  readonly createdMs: number;
}

const mostSearches = 200;

/** Whoever uses a machine without accounts is number 0. */
function ownerOf({ person }: Who): number {
  return person?.id ?? 0;
}

/** Newest first. */
export function listSearches(store: SqliteStore, who: Who): readonly SavedSearch[] {
  const rows = readSqlite(() =>
    store.database
      .prepare(
        'SELECT search_id AS id, name, query, created_ms AS createdMs FROM saved_search WHERE person_id = ? ORDER BY search_id DESC',
      )
      .all(ownerOf(who)),
  );
  return (rows as SavedSearch[]).map((row) => ({ ...row }));
}

/** The same search again only gets the new name. Throws `request.bad-parameter` where there are too many. */
export function saveSearch(transaction: Transaction, who: Who, search: Omit<SavedSearch, 'id'>): void {
  const database = databaseOf(transaction);
  const owner = ownerOf(who);
  database
    .prepare(
      `INSERT INTO saved_search(person_id, name, query, created_ms) VALUES(?, ?, ?, ?)
       ON CONFLICT(person_id, query) DO UPDATE SET name = excluded.name`,
    )
    .run(owner, search.name, search.query, search.createdMs);
  const { count } = database
    .prepare('SELECT count(*) AS count FROM saved_search WHERE person_id = ?')
    .get(owner) as unknown as { count: number };
  if (count > mostSearches)
    throw new GeotrawlError('request.bad-parameter', `You can keep ${mostSearches} searches. Delete one first.`);
}

/** False where there is none of theirs. */
export function removeSearch(transaction: Transaction, who: Who, id: number): boolean {
  const { changes } = databaseOf(transaction)
    .prepare('DELETE FROM saved_search WHERE search_id = ? AND person_id = ?')
    .run(id, ownerOf(who));
  return Number(changes) === 1;
}
