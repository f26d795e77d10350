// With which settings a crawl of the server runs: its own where they are its owner's business, the server's where they are not.
import type { Config } from '../../config.ts';
import type { OwnedTask } from './task-rows.ts';

/** The network, the keys and the manners belong to whoever runs the server. */
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

/** What somebody may crawl who is no administrator. */
export function userPorts(settings: Config): readonly string[] {
  return ['80', '443', ...settings['server.userPorts']];
}

/** Null where the crawl has had all the pages it was given. */
export function runSettings(task: OwnedTask, { settings, isLocal }: Server): Partial<Config> | null {
  const { plan, owner, pages } = task;
  const isTrusted = owner === null ? isLocal : owner.role === 'admin';
  // A limit on pages is one on the whole crawl, however often it was paused.
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
