// The frontier's state of a host, from the table and from memory, and the total number of pending URLs.
import type { HostState } from '../../model/frontier.ts';
import { readSqlite } from '../../store/sqlite/read.ts';
import { pageBudget } from '../budgets.ts';
import type { FrontierState } from './frontier-state.ts';

export function readHostState(state: FrontierState, host: number): HostState | null {
  const row = readSqlite(() => state.hosts.row(host));
  if (row === null) return null;
  const { slots, clock } = state;
  const slot = slots.slotOf(host);
  const news = state.news.get(host);
  const account = readSqlite(() => state.hosts.account(host));
  const services = slot < 0 ? account.services : slots.services[slot]!;
  return {
    ...row,
    robots: news?.robots ?? readSqlite(() => state.hosts.robots(host)),
    // What was learned and not yet stored is newer than the row.
    ...news,
    nextAtMs: slot < 0 ? (news?.nextAtMs ?? row.nextAtMs) : slots.nextAtMs[slot]!,
    pending: slot < 0 ? 0 : slots.pending[2 * slot]! + slots.pending[2 * slot + 1]!,
    spent: slot < 0 ? account.spent : slots.spent[slot]!,
    services,
    budget: pageBudget(state.budgets, services),
    isOut: slot >= 0 && clock.isOut(slot),
    isHeldBySite: slot >= 0 && clock.isHeldBySite(slot),
  };
}

/** Pages over their host's remaining budget are held back, not pending: they will not be visited. */
export function countWaiting({ slots, budgets }: FrontierState): { pending: number; held: number } {
  let pending = 0;
  let held = 0;
  for (let slot = 0; slot < slots.count; slot++) {
    const pages = slots.pending[2 * slot]!;
    const left = Math.max(0, pageBudget(budgets, slots.services[slot]!) - slots.spent[slot]!);
    held += Math.max(0, pages - left);
    pending += Math.min(pages, left) + slots.pending[2 * slot + 1]!;
  }
  return { pending, held };
}
