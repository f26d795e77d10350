// Updates memory after a transaction has committed, or drops what was read in it after a rollback.

import { poolIndex } from '../host-slots.ts';
import { classOf } from '../url-row.ts';
import type { FrontierState } from './frontier-state.ts';
import type { PendingChanges } from './pending-changes.ts';

export function applyChanges(state: FrontierState, pending: PendingChanges): void {
  const { slots, hosts, known, templates } = state;
  for (const [key, host] of pending.hosts) hosts.remember(key, host);
  for (const start of pending.slots.values()) slots.add(start);
  state.counts.hosts += pending.newHosts;
  for (const { fp, depth, cls } of pending.known) known.remember(fp, depth, cls);
  for (const [template, { host, count }] of pending.templates) templates.add(host, template, count);
  const touched = new Set<number>();
  applyJoined(state, pending, touched);
  applySettled(state, pending, touched);
  for (const { host, change } of pending.charges) {
    const slot = slots.slotOf(host);
    if (slot < 0) continue;
    slots.spent[slot]! += change.spent;
    slots.services[slot]! += change.services;
    slots.dry[slot] = change.services > 0 ? 0 : slots.dry[slot]! + change.dry;
    touched.add(slot);
  }
  for (const news of pending.stored) if (state.news.get(news.host) === news) state.news.delete(news.host);
  for (const slot of touched) state.clock.place(slot);
}

/** What was read ahead during the transaction may include changes that were undone. */
export function discardChanges(state: FrontierState, pending: PendingChanges): void {
  for (const { host, pool } of pending.moved) {
    const slot = state.slots.slotOf(host);
    if (slot >= 0) state.queues.forget(2 * slot + pool);
  }
}

function applyJoined(state: FrontierState, pending: PendingChanges, touched: Set<number>): void {
  const { slots, queues } = state;
  const join = (slot: number, queue: number, ord: number): void => {
    const isAlone = slots.pending[queue]! <= slots.taken[queue]!;
    slots.cls[queue] = isAlone ? classOf(ord) : Math.min(slots.cls[queue]!, classOf(ord));
    touched.add(slot);
  };
  for (const { host, pool, ord } of pending.added) {
    const slot = slots.slotOf(host);
    const queue = 2 * slot + pool;
    join(slot, queue, ord);
    slots.pending[queue]!++;
    queues.joined(queue, ord);
  }
  for (const { host, pool, ord } of pending.moved) {
    const slot = slots.slotOf(host);
    // The host of a URL that was added and moved in one transaction may have had no slot before; now it has one.
    join(slot, 2 * slot + pool, ord);
    queues.forget(2 * slot + pool);
  }
}

function applySettled(state: FrontierState, pending: PendingChanges, touched: Set<number>): void {
  const { slots, taken, queues, counts } = state;
  for (const { outcome, retryOrd } of pending.settled) {
    const { visit } = outcome;
    const slot = slots.slotOf(visit.host);
    const queue = 2 * slot + poolIndex[visit.pool];
    taken.delete(visit.fingerprint);
    slots.taken[queue]!--;
    if (retryOrd === null) slots.pending[queue]!--;
    else {
      slots.cls[queue] = Math.min(slots.cls[queue]!, classOf(retryOrd));
      queues.joined(queue, retryOrd);
    }
    if (outcome.state !== 'retry') counts[outcome.state]++;
    touched.add(slot);
  }
}
