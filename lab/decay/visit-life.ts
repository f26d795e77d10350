// Visits one service by a schedule through its life, and measures cost and staleness.

import type { Health, Rhythm } from '../../src/model/monitoring.ts';
import { nextHealth } from '../../src/monitor/health/next-health.ts';
import { staleness as stalenessOf } from '../../src/monitor/schedule/best-interval.ts';
import { newRounds, nextVisit } from '../../src/monitor/schedule/schedule.ts';
import { days, type Life } from './lives.ts';

const dayMs = 24 * 3_600_000;
/** Cost of a visit in days of staleness, if rates are known; the measured factors are around it. */
const knownPrice = 0.17;

/**
 * When to visit again: the learned schedule with intervals `factor` times as long; the same with the rate of change
 * known instead of learned; or at fixed intervals in days.
 */
export type Schedule = { readonly factor: number; readonly isKnown?: true } | { readonly everyDays: number };

export interface Visited {
  readonly requests: number;
  /** Integral over time of the age of the oldest unseen change or death, in days². */
  readonly staleness: number;
  /** Days in which its known state was wrong. */
  readonly wrongDays: number;
  readonly livedDays: number;
  /** Day its death was observed as down; infinite if it wasn't. */
  readonly seenDownDay: number;
}

interface Knowledge {
  health: Health | null;
  rhythm: Rhythm;
  /** Changes seen. */
  seen: number;
  lastDay: number;
}

export function visitLife(life: Life, schedule: Schedule, random: () => number): Visited {
  const knowledge: Knowledge = {
    health: null,
    rhythm: { step: 0, intervalMs: 0, changes: 0, observedMs: 0 },
    seen: 0,
    lastDay: life.bornDay,
  };
  let [requests, staleness, seenDownDay] = [0, 0, Number.POSITIVE_INFINITY];
  let isDeathSeen = false;
  let wrongDays = 0;
  let day = life.bornDay;
  while (day < days) {
    wrongDays += wrongBetween(life, knowledge, day);
    const isWorking = day < life.diesDay && !life.outages.some(([from, to]) => day >= from && day < to);
    // A round retries once after a failure.
    requests += isWorking ? 1 : 2;
    if (isWorking) staleness += unseen(life.changes[knowledge.seen], day);
    else if (day >= life.diesDay && !isDeathSeen) {
      staleness += unseen(life.diesDay, day);
      isDeathSeen = true;
    }
    const waitDays = look(life, knowledge, { day, isWorking, schedule, random });
    if (knowledge.health?.state === 'down' && day >= life.diesDay) seenDownDay = Math.min(seenDownDay, day);
    day += waitDays;
  }
  wrongDays += wrongBetween(life, knowledge, days);
  staleness += unseen(life.changes[knowledge.seen], Math.min(days, life.diesDay));
  if (!isDeathSeen) staleness += unseen(life.diesDay, days);
  return { requests, staleness, wrongDays, livedDays: days - life.bornDay, seenDownDay };
}

/** The integral of an age that grows from 0 until it is observed. */
function unseen(sinceDay: number | undefined, day: number): number {
  return sinceDay === undefined || sinceDay >= day ? 0 : (day - sinceDay) ** 2 / 2;
}

interface Look {
  readonly day: number;
  readonly isWorking: boolean;
  readonly schedule: Schedule;
  readonly random: () => number;
}

/** Records the visit; returns the days to wait. */
function look(life: Life, knowledge: Knowledge, { day, isWorking, schedule, random }: Look): number {
  const before = knowledge.health;
  const reason = isWorking ? null : ({ code: 'no-connection', message: '' } as const);
  const nowMs = Math.round(day * dayMs);
  knowledge.health = nextHealth(before, { outcome: isWorking ? 'ok' : 'failed', reason, endedMs: nowMs });
  const there = life.changes.findIndex((change) => change > day);
  const versions = there < 0 ? life.changes.length : there;
  const isChanged = isWorking && versions > knowledge.seen;
  if (isWorking) knowledge.seen = versions;
  const hasChanged = isChanged || (before !== null && before.state !== knowledge.health?.state);
  const sinceLastMs = (day - knowledge.lastDay) * dayMs;
  knowledge.lastDay = day;
  if ('everyDays' in schedule) return schedule.everyDays;
  const seen = {
    health: knowledge.health,
    before: before?.state ?? null,
    hasChanged,
    isFollowed: false,
    sinceLastMs,
    nowMs,
    random: random(),
  };
  const { rhythm, dueMs } = nextVisit(knowledge.rhythm, seen, schedule.factor);
  const isLearned = knowledge.rhythm.step === newRounds && knowledge.health?.failedRounds === 0;
  knowledge.rhythm = rhythm;
  return isLearned && schedule.isKnown ? bestInterval(life.eventsPerDay, schedule.factor) : (dueMs - nowMs) / dayMs;
}

const bestIntervals = new Map<string, number>();

/** In days: minimizes staleness plus cost for a known rate, without bounds. */
function bestInterval(perDay: number, factor: number): number {
  const key = `${perDay} ${factor}`;
  const known = bestIntervals.get(key);
  if (known !== undefined) return known;
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let days = 0.05; days < 60; days *= 1.02) {
    const cost = stalenessOf(perDay, days) + (knownPrice * factor ** 3) / days;
    if (cost < least) [best, least] = [days, cost];
  }
  bestIntervals.set(key, best);
  return best;
}

/** Since the last visit: for how long it differed from its known state. */
function wrongBetween(life: Life, { health, lastDay }: Knowledge, day: number): number {
  const known = health === null || health.failedRounds === 0;
  let brokenDays = Math.max(0, day - Math.max(life.diesDay, lastDay));
  for (const [from, to] of life.outages)
    brokenDays += Math.max(0, Math.min(to, day, life.diesDay) - Math.max(from, lastDay));
  return known ? brokenDays : Math.max(0, day - lastDay - brokenDays);
}
