// Which plugin connectors are due, by their own intervals.
import { existsSync } from 'node:fs';
import { systemClock } from '../base/time/system-clock.ts';
import { type Config, settingsWith } from '../config.ts';
import { type LastHarvest, lastHarvest, nextHarvestMs } from '../harvest/harvest-schedule.ts';
import type { Clock } from '../model/clock.ts';
import type { PluginConnector } from '../model/plugin-connector.ts';
import { openStore } from '../store/open-store.ts';
import { isPostgresAddress } from '../store/sql/database-address.ts';
import { type LoadedConnector, loadConnectors } from './connector-modules.ts';

export interface ScheduledConnector {
  readonly id: string;
  readonly title: string;
  /** Seed for a crawl that harvests it. */
  readonly endpoint: string;
  /** When it is due next; null if it is harvested only on request. */
  readonly dueMs: number | null;
  readonly isDue: boolean;
}

export interface ScheduleOptions {
  readonly settings?: Partial<Config>;
  readonly ownConnectors?: readonly PluginConnector[];
}

/** All connectors with their due times, longest due first. */
export async function connectorSchedule(
  options: ScheduleOptions,
  clock: Clock = systemClock,
): Promise<readonly ScheduledConnector[]> {
  const config = settingsWith(options.settings);
  const loaded = await loadConnectors(config, options.ownConnectors);
  const nowMs = clock.now();
  const last = await lastHarvests(config.db, loaded);
  const scheduled = loaded.map(({ outside }, index): ScheduledConnector => {
    const { id, title, endpoint, everyHours } = outside;
    const dueMs = everyHours === undefined ? null : nextHarvestMs(everyHours, last[index] ?? null);
    return { id, title, endpoint, dueMs, isDue: dueMs !== null && dueMs <= nowMs };
  });
  return scheduled.sort((one, other) => (one.dueMs ?? Infinity) - (other.dueMs ?? Infinity));
}

async function lastHarvests(db: string, loaded: readonly LoadedConnector[]): Promise<readonly (LastHarvest | null)[]> {
  // Reading must not create a database.
  if (!isPostgresAddress(db) && !existsSync(db)) return [];
  const store = openStore(db);
  try {
    return await Promise.all(loaded.map(({ outside }) => lastHarvest(store, outside.id, outside.endpoint)));
  } finally {
    await store.close();
  }
}
