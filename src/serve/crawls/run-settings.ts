// The effective settings of a crawl: the owner's choices where allowed, the server's otherwise.
import type { Config } from '../../config.ts';
import type { OwnedTask } from './task-rows.ts';

/** Network, keys and politeness are set by the operator. */
const ofTheServer = [
  'network.resolve',
  'network.proxy',
  'network.insecureHosts',
  'network.allowRanges',
  'search.engine',
  'search.url',
  'search.key',
  'search.account',
  'politeness.contact',
  'kinds.modules',
  'connectors.modules',
  'render.browser',
  'credentials.keyFile',
] as const satisfies readonly (keyof Config)[];

interface Server {
  readonly settings: Config;
  readonly isLocal: boolean;
}

/** What non-administrators may crawl. */
export function userPorts(settings: Config): readonly string[] {
  return ['80', '443', ...settings['server.userPorts']];
}

/** Null if the crawl has used up its pages. */
export function runSettings(task: OwnedTask, { settings, isLocal }: Server): Partial<Config> | null {
  const { plan, owner, pages } = task;
  const isTrusted = owner === null ? isLocal : owner.role === 'admin';
  // The page limit applies to the entire crawl, across pauses.
  const most = plan.settings['crawl.maxPages'] ?? null;
  if (most !== null && pages >= most) return null;
  return {
    ...plan.settings,
    ...Object.fromEntries(ofTheServer.map((name) => [name, settings[name]])),
    db: settings.db,
    'network.allowPrivate': isTrusted && settings['network.allowPrivate'],
    'network.ports': isTrusted ? settings['network.ports'] : userPorts(settings),
    'politeness.delayMs': Math.max(plan.settings['politeness.delayMs'] ?? 0, settings['politeness.delayMs']),
    ...(most === null ? {} : { 'crawl.maxPages': most - pages }),
  };
}
