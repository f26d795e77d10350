// The frontier against a brute-force model of itself, under random work, rollbacks and crashes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Pool, Visit } from '../../src/model/frontier.ts';
import { type FrontierPlace, noon, type OpenFrontier, offerOf } from './frontier-tools.ts';

interface ModelUrl {
  readonly url: string;
  readonly host: string;
  readonly pool: Pool;
  cls: number;
  depth: number;
  seq: number;
  state: 'waiting' | 'out' | 'finished' | 'settled';
}

interface Model {
  readonly urls: Map<string, ModelUrl>;
  readonly nextAt: Map<string, number>;
  readonly out: Map<string, Visit>;
  finished: Visit[];
  seq: number;
  nowMs: number;
}

const hostsPerSite = 2;
const hosts = ['http://a.one.example', 'http://b.one.example', 'http://c.one.example', 'http://d.two.example'];

const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('offer' as const),
      offers: fc.array(
        fc.record({
          host: fc.constantFrom(...hosts),
          path: fc.constantFrom(...'abcdefghijklmnop'),
          cls: fc.nat(7),
          depth: fc.nat(3),
          isProbe: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
      commits: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('lease' as const), page: fc.nat(3), probe: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('finish' as const), which: fc.nat(5), delay: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('release' as const), which: fc.nat(5), delay: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('settle' as const), retries: fc.boolean(), commits: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crash' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

export function describeFrontierModel(make: () => Promise<FrontierPlace>, numRuns: number): void {
  it('hands out what the model would', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const place = await make();
        const options = { nowMs: noon, choice: { explore: 0, quotaEvery: 0 }, hostsPerSite };
        let opened = await place.open(options);
        const model: Model = { urls: new Map(), nextAt: new Map(), out: new Map(), finished: [], seq: 0, nowMs: noon };
        for (const one of actions) {
          if (one.type === 'crash') {
            opened = await place.reopen({ ...options, nowMs: model.nowMs, unclean: true, baseDelayMs: 2 });
            await crash(model, opened);
          } else await step(model, opened, one);
          const pending = [...model.urls.values()].filter((url) => url.state !== 'settled').length;
          expect((await opened.frontier.counts()).pending).toBe(pending);
        }
        await place.remove();
      }),
      { numRuns },
    );
  });
}

async function crash(model: Model, { frontier }: OpenFrontier): Promise<void> {
  // Where a visit was not on record yet, nobody knows when the last request was.
  const unsure = new Set([...model.out.keys(), ...model.finished.map(({ hostKey }) => hostKey)]);
  for (const url of model.urls.values()) if (url.state !== 'settled') url.state = 'waiting';
  model.out.clear();
  model.finished = [];
  for (const host of hosts) {
    const state = await frontier.hostByKey(host);
    if (state === null) continue;
    if (state.pending > 0 && unsure.has(host)) expect(state.nextAtMs).toBeGreaterThanOrEqual(model.nowMs + 2);
    model.nextAt.set(host, state.nextAtMs);
  }
}

async function step(model: Model, opened: OpenFrontier, one: Exclude<Action, { type: 'crash' }>): Promise<void> {
  const { frontier } = opened;
  switch (one.type) {
    case 'wait':
      model.nowMs += one.ms;
      return;
    case 'offer':
      return offer(model, opened, one);
    case 'lease':
      return checkLease(model, await frontier.lease(one, model.nowMs), one);
    case 'settle':
      return settle(model, opened, one);
    case 'finish':
    case 'release': {
      const visit = [...model.out.values()][one.which];
      if (visit === undefined) return;
      const nextAtMs = model.nowMs + one.delay;
      frontier[one.type](visit, nextAtMs);
      model.out.delete(visit.hostKey);
      model.nextAt.set(visit.hostKey, Math.max(nextAtMs, model.nextAt.get(visit.hostKey) ?? 0));
      model.urls.get(visit.url)!.state = one.type === 'finish' ? 'finished' : 'waiting';
      if (one.type === 'finish') model.finished.push(visit);
    }
  }
}

const abandon = new Error('abandon');

/** Runs the work in a transaction that commits or does not. */
async function transact(
  { store }: OpenFrontier,
  commits: boolean,
  work: Parameters<typeof store.transact>[0],
): Promise<void> {
  const result = store.transact(async (transaction) => {
    await work(transaction);
    if (!commits) throw abandon;
  });
  if (commits) await result;
  else await expect(result).rejects.toBe(abandon);
}

async function offer(
  model: Model,
  opened: OpenFrontier,
  { offers, commits }: Extract<Action, { type: 'offer' }>,
): Promise<void> {
  const made = offers.map(({ host, path, isProbe, ...rest }) =>
    offerOf(`${host}/${path}`, { ...rest, pool: isProbe ? 'probe' : 'page' }),
  );
  await transact(opened, commits, (transaction) => opened.frontier.offer(transaction, made));
  if (!commits) return;
  // The implementation offers in table order: of two offers of one URL in a call, either may come first.
  for (const { url, pool, cls, depth } of [...made].sort((one, other) =>
    one.url < other.url ? -1 : one.url > other.url ? 1 : 0,
  )) {
    const known = model.urls.get(url);
    const seq = ++model.seq;
    if (known === undefined)
      model.urls.set(url, { url, host: url.slice(0, url.indexOf('/', 8)), pool, cls, depth, seq, state: 'waiting' });
    else if (known.state !== 'settled') {
      known.cls = Math.min(known.cls, cls);
      known.depth = Math.min(known.depth, depth);
    }
  }
  // Sequence follows the order of offering, not of the table.
  const order = new Map(made.map((one, index) => [one.url, index] as const).reverse());
  const fresh = [...model.urls.values()].filter((url) => url.seq > model.seq - made.length);
  fresh.sort((one, other) => order.get(one.url)! - order.get(other.url)!);
  fresh.forEach((url, index) => {
    url.seq = model.seq - made.length + 1 + index;
  });
}

async function settle(
  model: Model,
  opened: OpenFrontier,
  { retries, commits }: Extract<Action, { type: 'settle' }>,
): Promise<void> {
  const visits = model.finished;
  const state = retries ? 'retry' : 'done';
  const outcomes = visits.map((visit) => ({ visit, state, reason: null, found: 0 }) as const);
  await transact(opened, commits, (transaction) => opened.frontier.settle(transaction, outcomes));
  if (!commits) return;
  model.finished = [];
  const inTableOrder = [...visits].sort((one, other) => one.host - other.host || one.fingerprint - other.fingerprint);
  for (const visit of inTableOrder) {
    const url = model.urls.get(visit.url)!;
    url.state = retries ? 'waiting' : 'settled';
    if (retries) url.seq = ++model.seq;
  }
}

/** Best waiting URL of a host in a pool. */
function best(model: Model, host: string, pool: Pool): ModelUrl | null {
  const waiting = [...model.urls.values()].filter(
    (url) => url.host === host && url.pool === pool && url.state === 'waiting',
  );
  waiting.sort((one, other) => one.cls - other.cls || one.seq - other.seq);
  return waiting[0] ?? null;
}

function siteOfHost(host: string): string {
  return host.split('.').slice(-2).join('.');
}

/** What could be handed out now: each free and due host's best URL, unless its site is busy. */
function choices(model: Model, pool: Pool): ModelUrl[] {
  const open = hosts.filter((host) => {
    const outOfSite = [...model.out.keys()].filter((other) => siteOfHost(other) === siteOfHost(host)).length;
    return !model.out.has(host) && outOfSite < hostsPerSite && (model.nextAt.get(host) ?? 0) <= model.nowMs;
  });
  return open.map((host) => best(model, host, pool)).filter((url) => url !== null);
}

function checkLease(model: Model, visits: readonly Visit[], room: { page: number; probe: number }): void {
  for (const pool of ['probe', 'page'] as const) {
    const handedOut = visits.filter((visit) => visit.pool === pool);
    expect(handedOut.length).toBeLessThanOrEqual(room[pool]);
    for (const visit of handedOut) {
      const possible = choices(model, pool);
      const chosen = possible.find((url) => url.url === visit.url);
      expect(chosen, `${visit.url} was not next in its queue`).toBeDefined();
      expect(chosen!.cls).toBe(Math.min(...possible.map((url) => url.cls)));
      expect(visit.depth).toBe(chosen!.depth);
      chosen!.state = 'out';
      model.out.set(visit.hostKey, visit);
    }
    if (handedOut.length < room[pool]) expect(choices(model, pool)).toEqual([]);
  }
}
