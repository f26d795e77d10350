// Opens the network of a crawl: requests, visits, and the browser.
import { createRemoteBrowser, type RemoteBrowserOptions } from '../cluster/browsers/remote-browser.ts';
import type { WorkerRegistration } from '../cluster/members/worker-registration.ts';
import type { Config } from '../config.ts';
import { createPageBrowser, findBrowser, noBrowser, type PageBrowser } from '../fetch/browser/browser.ts';
import { createFetch } from '../fetch/client.ts';
import { defaultDelayPolicy } from '../fetch/crawl-delay.ts';
import { createHostGate, type HostGate } from '../fetch/host-gate.ts';
import { networkPolicy } from '../fetch/policy.ts';
import { createVisitClient, type VisitClient } from '../fetch/visit.ts';
import { openCredentials } from '../frontier/host-credentials.ts';
import type { OptOutCheck } from '../frontier/opt-outs.ts';
import { nextProbe } from '../identify/next-probe.ts';
import type { Clock } from '../model/clock.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Fetch } from '../model/fetch.ts';
import type { Frontier } from '../model/frontier.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import type { CrawlDependencies } from './crawl-session.ts';

export interface CrawlNetworkOptions {
  readonly config: Config;
  readonly store: SqlStore;
  readonly clock: Clock;
  readonly member: WorkerRegistration | null;
  readonly task: number;
  readonly frontier: Frontier;
  readonly kinds: readonly ResourceKind[];
  readonly refuses: OptOutCheck['isOut'];
  readonly dependencies: Pick<CrawlDependencies, 'shared' | 'hasNoBrowser' | 'wrapFetch'>;
}

export interface CrawlNetwork {
  readonly fetch: Fetch;
  /** Shared with other crawls of the process, or with its remote browser. */
  readonly gate: HostGate | undefined;
  readonly visitor: VisitClient;
  readonly browser: PageBrowser | null;
  close(): Promise<void>;
}

export async function openCrawlNetwork(options: CrawlNetworkOptions): Promise<CrawlNetwork> {
  const { config, store, clock, member, task, frontier, kinds, refuses, dependencies } = options;
  const { shared, hasNoBrowser, wrapFetch } = dependencies;
  const network = createFetch({ ...networkPolicy(config), refuses, credentials: await openCredentials(store, config) });
  const fetch = wrapFetch?.(network) ?? network;
  const path = hasNoBrowser ? null : findBrowser(config['render.browser']);
  // With a remote browser the requests are made elsewhere, so a local gate would not see them.
  const gate = shared?.gate ?? (path === null && member !== null ? createHostGate(clock) : undefined);
  const remote = gate === undefined || member === null ? null : { member, gate, task };
  const browser = openBrowser(config, path, remote);
  const visitor = createVisitClient({
    fetch,
    frontier,
    clock,
    maxProbeBytes: config['network.maxCapabilitiesBytes'],
    ...(gate === undefined ? {} : { gate }),
    delayPolicy: { ...defaultDelayPolicy, baseDelayMs: config['politeness.delayMs'] },
    probeRequest: ({ kind, url, step }) => (kind === null ? null : nextProbe(kind, url, step, kinds)),
  });
  const close = async () => {
    await browser?.close();
    await fetch.close();
  };
  return { fetch, gate, visitor, browser, close };
}

/** `auto` continues without a browser, local or remote; `all` fails. */
function openBrowser(config: Config, path: string | null, remote: RemoteBrowserOptions | null): PageBrowser | null {
  if (config['render.mode'] === 'off') return null;
  if (path !== null) return createPageBrowser(path);
  if (config['render.browser'] === null && remote !== null) return createRemoteBrowser(remote);
  if (config['render.mode'] === 'auto' && config['render.browser'] === null) return null;
  throw new GeotrawlError('render.unavailable', noBrowser(config['render.browser']));
}
