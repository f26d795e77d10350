// Subscriptions: a followed resource is checked hourly while it has followers.

import type { Transaction } from '../../model/store.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { openSqlFollowers } from './sql-subscriptions.ts';

/** The resource is already scheduled. */
export async function follow(
  store: SqlStore,
  transaction: Transaction,
  { person, id }: { readonly person: number; readonly id: string },
  nowMs: number,
): Promise<void> {
  await openSqlFollowers(store).follow(transaction, person, id, nowMs);
  await openSqlChecks(store).follow(transaction, id, true, nowMs);
}

export async function unfollow(
  store: SqlStore,
  transaction: Transaction,
  { person, id }: { readonly person: number; readonly id: string },
  nowMs: number,
): Promise<void> {
  const { isFollowedByOthers } = await openSqlFollowers(store).unfollow(transaction, person, id);
  if (!isFollowedByOthers) await openSqlChecks(store).follow(transaction, id, false, nowMs);
}
