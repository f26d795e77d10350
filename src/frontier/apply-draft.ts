// Brings memory in step with the tables once a transaction has committed, or forgets what it read when it has not.

import type { FrontierState } from './frontier-state.ts';
import { poolIndex } from './host-slots.ts';
import type { Draft } from './sqlite/pending-changes.ts';
import { classOf } from './url-row.ts';

export function applyDraft(state: FrontierState, draft: Draft): void {
  const { lanes, hosts, known, templates } = state;
  for (const [key, host] of draft.hosts) hosts.remember(key, host);
  for (const start of draft.lanes.values()) lanes.add(start);
  state.counts.hosts += draft.newHosts;
  for (const { fp, depth, cls } of draft.known) known.remember(fp, depth, cls);
  for (const [template, { host, count }] of draft.templates) templates.add(host, template, count);
  const touched = new Set<number>();
  applyJoined(state, draft, touched);
  applySettled(state, draft, touched);
  for (const { host, change } of draft.charges) {
    const lane = lanes.laneOf(host);
    if (lane < 0) continue;
    lanes.spent[lane]! += change.spent;
    lanes.services[lane]! += change.services;
    lanes.dry[lane] = change.services > 0 ? 0 : lanes.dry[lane]! + change.dry;
    touched.add(lane);
  }
  for (const news of draft.stored) if (state.news.get(news.host) === news) state.news.delete(news.host);
  for (const lane of touched) state.clock.place(lane);
}

/** What was read ahead during the transaction may show changes that were undone. */
export function dropDraft(state: FrontierState, draft: Draft): void {
  for (const { host, pool } of draft.moved) {
    const lane = state.lanes.laneOf(host);
    if (lane >= 0) state.queues.forget(2 * lane + pool);
  }
}

function applyJoined(state: FrontierState, draft: Draft, touched: Set<number>): void {
  const { lanes, queues } = state;
  const join = (lane: number, slot: number, ord: number): void => {
    const isAlone = lanes.pending[slot]! <= lanes.taken[slot]!;
    lanes.cls[slot] = isAlone ? classOf(ord) : Math.min(lanes.cls[slot]!, classOf(ord));
    touched.add(lane);
  };
  for (const { host, pool, ord } of draft.added) {
    const lane = lanes.laneOf(host);
    const slot = 2 * lane + pool;
    join(lane, slot, ord);
    lanes.pending[slot]!++;
    queues.joined(slot, ord);
  }
  for (const { host, pool, ord } of draft.moved) {
    const lane = lanes.laneOf(host);
    // A URL that was added and moved in one transaction may be of a host without a lane before it; now it has one.
    join(lane, 2 * lane + pool, ord);
    queues.forget(2 * lane + pool);
  }
}

function applySettled(state: FrontierState, draft: Draft, touched: Set<number>): void {
  const { lanes, taken, queues, counts } = state;
  for (const { outcome, retryOrd } of draft.settled) {
    const { visit } = outcome;
    const lane = lanes.laneOf(visit.host);
    const slot = 2 * lane + poolIndex[visit.pool];
    taken.delete(visit.fingerprint);
    lanes.taken[slot]!--;
    if (retryOrd === null) lanes.pending[slot]!--;
    else {
      lanes.cls[slot] = Math.min(lanes.cls[slot]!, classOf(retryOrd));
      queues.joined(slot, retryOrd);
    }
    if (outcome.state !== 'retry') counts[outcome.state]++;
    touched.add(lane);
  }
}
