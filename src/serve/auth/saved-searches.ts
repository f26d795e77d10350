// Saved searches, private to each user.
import { GeotrawlError } from '../../model/errors.ts';
import { lockByName, statement, type Work } from '../../store/sql/sql.ts';
import type { Principal } from '../http/principal.ts';

export interface SavedSearch {
  readonly id: number;
  readonly name: string;
  /** Query string of the search page, without the question mark. */
  readonly query: string;
  readonly createdMs: number;
}

const mostSearches = 200;

/** User id of an installation without accounts: 0. */
function ownerOf({ person }: Principal): number {
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
export function* listSearches(who: Principal): Work<readonly SavedSearch[]> {
  return (yield* ofPerson.all(ownerOf(who))).map((row) => ({ ...row }));
}

/** Saving the same search again only renames it. Throws `request.bad-parameter` if there are too many. */
export function* saveSearch(who: Principal, search: Omit<SavedSearch, 'id'>): Work<void> {
  const owner = ownerOf(who);
  yield* lockByName(`searches of ${owner}`);
  yield* insert.run(owner, search.name, search.query, search.createdMs);
  if ((yield* counted.get(owner))!.count > mostSearches)
    throw new GeotrawlError('request.bad-parameter', `You can keep ${mostSearches} searches. Delete one first.`);
}

/** False if the user has no such search. */
export function* removeSearch(who: Principal, id: number): Work<boolean> {
  return (yield* deletion.run(id, ownerOf(who))) === 1;
}
