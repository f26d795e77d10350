// Following: who wants to hear of a resource has it looked at every hour, for as long as anybody does.
import { openSqliteChecks } from './check/sqlite-checks.ts';
import { openSqliteFollowers } from './check/sqlite-followers.ts';
import type { Transaction } from './model/store.ts';
import type { SqliteStore } from './store/sqlite.ts';

/** The resource is in the schedule already. */
export async function follow(
  store: SqliteStore,
  transaction: Transaction,
  { person, id }: { readonly person: number; readonly id: string },
  nowMs: number,
): Promise<void> {
  await openSqliteFollowers(store).follow(transaction, person, id, nowMs);
  await openSqliteChecks(store).follow(transaction, id, true, nowMs);
}

export async function unfollow(
  store: SqliteStore,
  transaction: Transaction,
  { person, id }: { readonly person: number; readonly id: string },
  nowMs: number,
): Promise<void> {
  const { isFollowedByOthers } = await openSqliteFollowers(store).unfollow(transaction, person, id);
  if (!isFollowedByOthers) await openSqliteChecks(store).follow(transaction, id, false, nowMs);
}
