// Searches that people keep, each their own.
import { GeotrawlError } from '../../model/errors.ts';
import { holdAlone, statement, type Work } from '../../store/sql/sql.ts';
import type { Who } from '../http/principal.ts';

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

const ofPerson = statement<SavedSearch>(
  `SELECT search_id AS id, name, query, created_ms AS "createdMs" FROM saved_search WHERE person_id = ?
  ORDER BY search_id DESC`,
);
const insert = statement(`INSERT INTO saved_search(person_id, name, query, created_ms) VALUES(?, ?, ?, ?)
  ON CONFLICT(person_id, query) DO UPDATE SET name = excluded.name`);
const counted = statement<{ count: number }>('SELECT count(*) AS count FROM saved_search WHERE person_id = ?');
const deletion = statement('DELETE FROM saved_search WHERE search_id = ? AND person_id = ?');

/** Newest first. */
export function* listSearches(who: Who): Work<readonly SavedSearch[]> {
  return (yield* ofPerson.all(ownerOf(who))).map((row) => ({ ...row }));
}

/** The same search again only gets the new name. Throws `request.bad-parameter` where there are too many. */
export function* saveSearch(who: Who, search: Omit<SavedSearch, 'id'>): Work<void> {
  const owner = ownerOf(who);
  yield* holdAlone(`searches of ${owner}`);
  yield* insert.run(owner, search.name, search.query, search.createdMs);
  if ((yield* counted.get(owner))!.count > mostSearches)
    throw new GeotrawlError('request.bad-parameter', `You can keep ${mostSearches} searches. Delete one first.`);
}

/** False where there is none of theirs. */
export function* removeSearch(who: Who, id: number): Work<boolean> {
  return (yield* deletion.run(id, ownerOf(who))) === 1;
}
