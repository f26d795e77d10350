// A catalog in memory with a clock of its own, for checks of real servers on loopback.

import type { Clock } from '../../src/model/clock.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { checkNow, type RoundReport } from '../../src/monitor/rounds/check-services.ts';
import { type OpenMonitorOptions, openMonitorDependencies } from '../../src/monitor/rounds/monitor-dependencies.ts';
import { discoveriesAt } from '../../src/probe.ts';

const hourMs = 3_600_000;

export interface CheckBench {
  readonly parts: OpenMonitorOptions;
  readonly clock: Clock & { pass(hours: number): void };
  /** Finds what is at the address and records it; the id of the one of this kind. */
  add(url: string, kind: string): Promise<string>;
  /** Records a finding as it is given. */
  addDiscovery(discovery: Discovery, url: string): Promise<string>;
  check(id: string): Promise<RoundReport>;
  close(): Promise<void>;
}

const settings = { db: ':memory:', 'network.allowPrivate': true, 'politeness.delayMs': 0 } as const;

/** Sleeping is over at once, and the clock has moved on. */
export function testClock(startMs = Date.UTC(2026, 0, 1)): CheckBench['clock'] {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
    pass: (hours) => {
      nowMs += hours * hourMs;
    },
  };
}

export async function openBench(
  more: Parameters<typeof openMonitorDependencies>[0] = {},
  startMs?: number,
): Promise<CheckBench> {
  const clock = testClock(startMs);
  const opened = await openMonitorDependencies({ ...settings, ...more }, { clock, random: () => 0.5 });
  // However busy the machine is that runs the tests.
  const parts: OpenMonitorOptions = { ...opened, isStrained: () => false };
  const addDiscovery = (discovery: Discovery, url: string) =>
    parts.store.transact(async (transaction) => {
      const request = { discovery, url, provenance: null, task: null, nowMs: clock.now() };
      return (await parts.catalog.record(transaction, request)).resource.id;
    });
  return {
    parts,
    clock,
    addDiscovery,
    add: async (url, kind) => {
      const discoveries = await discoveriesAt(url, { settings: { ...settings, ...more } });
      const discovery = discoveries.find(({ identity }) => identity.kind === kind);
      if (discovery === undefined) throw new Error(`no ${kind} at ${url}`);
      const [probe] = parts.kinds.find(({ id }) => id === kind)!.probe(discovery.identity.endpoint);
      return addDiscovery(discovery, probe!.url);
    },
    check: async (id) => {
      const report = await checkNow(parts, id);
      if (report === null) throw new Error(`${id} is not in the catalog`);
      return report;
    },
    close: () => parts.close(),
  };
}
