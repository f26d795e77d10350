// What `geotrawl harvest` is to harvest: catalogs by address, connectors by id or module, or whatever is due.
import type { Config } from '../config.ts';
import { GeotrawlError } from '../model/errors.ts';
import { connectorSchedule, type ScheduledConnector } from '../plugins/connector-schedule.ts';
import { parseSeed } from '../seeds/url-list.ts';
import { plain } from './output/terminal.ts';

export interface HarvestNames {
  /** Addresses of catalogs, or ids of connectors. */
  readonly names: readonly string[];
  /** Modules were named for this command: their connectors are meant. */
  readonly hasModules: boolean;
  readonly due: boolean;
}

export interface HarvestSeeds {
  readonly seeds: readonly string[];
  /** Why there is nothing to do, where that is no mistake. */
  readonly idle: string | null;
}

export async function harvestSeeds(settings: Config, wanted: HarvestNames): Promise<HarvestSeeds> {
  const known = await connectorSchedule({ settings });
  const byId = new Map(known.map((one) => [one.id, one]));
  const named = wanted.names.map((name) => byId.get(name)?.endpoint ?? parseSeed(name));
  if (wanted.due) {
    const due = known.filter(({ isDue }) => isDue).map(({ endpoint }) => endpoint);
    const seeds = [...named, ...due];
    return { seeds, idle: seeds.length > 0 ? null : nothingDue(known) };
  }
  const seeds = [...named, ...(wanted.hasModules ? known.map(({ endpoint }) => endpoint) : [])];
  if (seeds.length > 0) return { seeds, idle: null };
  throw new GeotrawlError(
    'usage.bad-argument',
    'Name what to harvest: the address of a catalog, --connector FILE, or --due for the connectors whose time has come.',
  );
}

function nothingDue(known: readonly ScheduledConnector[]): string {
  const next = known.find(({ dueMs }) => dueMs !== null);
  if (next === undefined)
    return 'There is no connector that says how often it wants to be harvested. `connectors.modules` names modules.';
  return `Nothing is due. The next is ${plain(next.id)}, at ${new Date(next.dueMs ?? 0).toISOString()}.`;
}
