// Loads and validates plugin connectors.
import { resolve } from 'node:path';
import { fetchKey } from '../base/url/url.ts';
import { isWebUrl } from '../base/url/web-url.ts';
import type { Config } from '../config.ts';
import { kinds } from '../kinds/index.ts';
import type { Connector } from '../model/connector.ts';
import type { PluginConnector } from '../model/plugin-connector.ts';
import { wrapPluginConnector } from './plugin-connector.ts';
import {
  id,
  loadPluginModule,
  method,
  type PluginContract,
  requireUniqueIds,
  requireValid,
  text,
} from './plugin-modules.ts';

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

const contract: PluginContract = {
  name: 'connector',
  unreadable: 'config.connector-unreadable',
  invalid: 'config.connector-bad',
  example:
    'export const myArchive = { id: …, endpoint: …, begin() { … }, request(cursor) { … }, read(document, cursor) { … } }',
  docs: 'docs/write-a-connector.md',
  required: {
    id,
    title: text,
    endpoint: ['a web URL', (value) => typeof value === 'string' && isWebUrl(value)],
    begin: method,
    request: method,
    read: method,
  },
  optional: {
    everyHours: ['a number above 0', (value) => typeof value === 'number' && value > 0 && Number.isFinite(value)],
    smaller: method,
    after: method,
  },
  isCandidate: (value) => 'read' in value || ('begin' in value && 'request' in value),
};

/** Connectors passed by the caller, then those of `connectors.modules`, in order. Throws `config.connector-*`. */
export async function loadConnectors(
  config: Config,
  own: readonly PluginConnector[] = [],
): Promise<readonly LoadedConnector[]> {
  for (const connector of own) requireValid(contract, connector, 'the program');
  const loaded = own.map((connector) => loadedConnector(connector, 'the program'));
  for (const path of config['connectors.modules']) {
    const connectors = (await loadPluginModule(contract, path)) as readonly PluginConnector[];
    loaded.push(...connectors.map((connector) => loadedConnector(connector, resolve(path))));
  }
  // Records are stored under the connector's id; built-in connectors use their kind's.
  requireUniqueIds(
    contract,
    kinds,
    loaded.map(({ outside, from }) => ({ id: outside.id, from })),
  );
  return loaded;
}

function loadedConnector(outside: PluginConnector, from: string): LoadedConnector {
  const url = fetchKey(outside.endpoint) ?? outside.endpoint;
  return { outside, connector: wrapPluginConnector(outside), url, from };
}
