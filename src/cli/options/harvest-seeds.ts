// Seeds of `geotrawl harvest`: catalogs by URL, connectors by id or module, or all connectors that are due.
import type { Config } from '../../config.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { connectorSchedule, type ScheduledConnector } from '../../plugins/connector-schedule.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import { plain } from '../output/terminal.ts';

export interface HarvestNames {
  /** Catalog URLs or connector ids. */
  readonly names: readonly string[];
  /** Harvest the connectors of the modules given on the command line. */
  readonly hasModules: boolean;
  readonly due: boolean;
}

export interface HarvestSeeds {
  readonly seeds: readonly string[];
  /** Why there is nothing to do, if that isn't an error. */
  readonly idle: string | null;
}

export async function harvestSeeds(settings: Config, selection: HarvestNames): Promise<HarvestSeeds> {
  const known = await connectorSchedule({ settings });
  const byId = new Map(known.map((one) => [one.id, one]));
  const named = selection.names.map((name) => byId.get(name)?.endpoint ?? parseSeed(name));
  if (selection.due) {
    const due = known.filter(({ isDue }) => isDue).map(({ endpoint }) => endpoint);
    const seeds = [...named, ...due];
    return { seeds, idle: seeds.length > 0 ? null : nothingDue(known) };
  }
  const seeds = [...named, ...(selection.hasModules ? known.map(({ endpoint }) => endpoint) : [])];
  if (seeds.length > 0) return { seeds, idle: null };
  throw new GeotrawlError('usage.bad-argument', 'Nothing to harvest. Give a catalog URL, --connector FILE, or --due.');
}

function nothingDue(known: readonly ScheduledConnector[]): string {
  const next = known.find(({ dueMs }) => dueMs !== null);
  if (next === undefined) return 'No connector has a schedule. Add modules to `connectors.modules`.';
  return `Nothing is due. The next is ${plain(next.id)}, at ${new Date(next.dueMs ?? 0).toISOString()}.`;
}
