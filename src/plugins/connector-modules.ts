// Loads and validates plugin connectors.
import { resolve } from 'node:path';
import { fetchKey } from '../base/url/url.ts';
import type { Config } from '../config.ts';
import { kinds } from '../kinds/index.ts';
import type { Connector } from '../model/connector.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { PluginConnector } from '../model/plugin-connector.ts';
import { faultsOfConnector, meansToBeConnector } from './check-connector.ts';
import { loadModule } from './load-module.ts';
import { wrapPluginConnector } from './plugin-connector.ts';

/** A plugin connector and its origin. */
export interface LoadedConnector {
  readonly outside: PluginConnector;
  /** As the harvest uses it. */
  readonly connector: Connector;
  /** Its endpoint as a canonical URL. */
  readonly url: string;
  /** Path of its module, or 'the program'. */
  readonly from: string;
}

/** Connectors passed by the caller, then those of the modules in `connectors.modules`, in order. */
export async function loadConnectors(
  config: Config,
  own: readonly PluginConnector[] = [],
): Promise<readonly LoadedConnector[]> {
  const loaded = own.map((connector) => loadedConnector(connector, 'the program'));
  for (const path of config['connectors.modules']) loaded.push(...(await loadConnectorModule(resolve(path))));
  refuseTaken(loaded);
  return loaded;
}

async function loadConnectorModule(from: string): Promise<readonly LoadedConnector[]> {
  const found = (await loadModule(from, 'config.connector-unreadable')).filter(meansToBeConnector);
  if (found.length === 0) {
    throw new GeotrawlError(
      'config.connector-bad',
      `${from} exports no connector. Write \`export const myArchive = { id: …, endpoint: …, begin() { … }, request(cursor) { … }, read(document, cursor) { … } }\`; docs/write-a-connector.md has a template.`,
      { facts: { path: from } },
    );
  }
  return found.map((connector) => loadedConnector(connector, from));
}

function loadedConnector(value: unknown, from: string): LoadedConnector {
  const faults = faultsOfConnector(value);
  if (faults.length === 0) {
    const outside = value as PluginConnector;
    const url = fetchKey(outside.endpoint) ?? outside.endpoint;
    return { outside, connector: wrapPluginConnector(outside), url, from };
  }
  const id = String((value as { id?: unknown } | null)?.id ?? '');
  throw new GeotrawlError(
    'config.connector-bad',
    `The connector ${id === '' ? 'without id' : `"${id}"`} from ${from} cannot be used: ${faults.join('; ')}. docs/write-a-connector.md explains the members.`,
    { facts: { connector: id, path: from, members: faults.map((fault) => fault.split(' ')[0]).join(' ') } },
  );
}

/** Records are stored under the connector's id, beside those of built-in connectors, which use their kind's id. */
function refuseTaken(loaded: readonly LoadedConnector[]): void {
  const owners = new Map(kinds.map(({ id }) => [id, 'geotrawl itself']));
  for (const { outside, from } of loaded) {
    const owner = owners.get(outside.id);
    if (owner !== undefined) {
      throw new GeotrawlError(
        'config.connector-bad',
        `The connector "${outside.id}" from ${from} has the same id as one from ${owner}. Give it another id.`,
        { facts: { connector: outside.id, path: from, owner } },
      );
    }
    owners.set(outside.id, from);
  }
}
