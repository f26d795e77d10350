// What the frontier knows of a host, from the table and from memory, and how much is waiting over all.
import type { HostState } from '../model/frontier.ts';
import { readSqlite } from '../store/sqlite/read.ts';
import { pageBudget } from './budgets.ts';
import type { FrontierState } from './frontier-state.ts';

export function readHostState(state: FrontierState, host: number): HostState | null {
  const row = readSqlite(() => state.hosts.row(host));
  if (row === null) return null;
  const { lanes, clock } = state;
  const lane = lanes.laneOf(host);
  const news = state.news.get(host);
  const account = readSqlite(() => state.hosts.account(host));
  const services = lane < 0 ? account.services : lanes.services[lane]!;
  return {
    ...row,
    robots: news?.robots ?? readSqlite(() => state.hosts.robots(host)),
    // What was learned and not yet stored is newer than the row.
    ...news,
    nextAtMs: lane < 0 ? (news?.nextAtMs ?? row.nextAtMs) : lanes.nextAtMs[lane]!,
    pending: lane < 0 ? 0 : lanes.pending[2 * lane]! + lanes.pending[2 * lane + 1]!,
    spent: lane < 0 ? account.spent : lanes.spent[lane]!,
    services,
    budget: pageBudget(state.budgets, services),
    isOut: lane >= 0 && clock.isOut(lane),
    isHeldBySite: lane >= 0 && clock.isHeldBySite(lane),
  };
}

/** Pages beyond what their host may still spend are held back, not pending: nobody will visit them. */
export function countWaiting({ lanes, budgets }: FrontierState): { pending: number; held: number } {
  let pending = 0;
  let held = 0;
  for (let lane = 0; lane < lanes.count; lane++) {
    const pages = lanes.pending[2 * lane]!;
    const left = Math.max(0, pageBudget(budgets, lanes.services[lane]!) - lanes.spent[lane]!);
    held += Math.max(0, pages - left);
    pending += Math.min(pages, left) + lanes.pending[2 * lane + 1]!;
  }
  return { pending, held };
}
