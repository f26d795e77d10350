// The load of bench/serve, in a separate process: searches are sent at fixed times, without waiting for earlier responses.
//
//   tsx bench/serve-load.ts URL PER_SECOND SECONDS [SEED]      prints measurements as JSON
//
// Without a seed it repeats the 500 queries of bench/search; with one, every query is generated.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import type { SearchQuery } from '../src/model/search.ts';
import { type MadeQuery, madeQueries } from './made-queries.ts';

export interface Load {
  /** From the scheduled time of each request to the last byte of its response; successful ones only. */
  readonly ms: readonly number[];
  /** Failed or rejected. */
  readonly errors: number;
  readonly bytes: number;
  /** Of this process, during the load. */
  readonly cpuSeconds: number;
  /** How late requests were sent, because this process had no core. */
  readonly lateMs: readonly number[];
}

/** The queries of bench/search as API requests. */
function pathOf({ words, extent, relation, facets, each, offset, filters }: SearchQuery): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) query.set(name, String(value));
  };
  set('q', words);
  set('bbox', extent?.join(','));
  set('relation', relation);
  set('facets', facets?.join(','));
  set('each', each);
  set('offset', offset);
  for (const [name, values] of Object.entries(filters ?? {})) set(name, values.join(','));
  return `/api/v1/search?${query}`;
}

function shuffled<T>(list: readonly T[]): T[] {
  const random = seededRandom(50);
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]!);
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Bytes of the response; null if it failed. */
function ask(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? bytes : null));
      response.on('error', () => resolve(null));
    });
    request.on('error', () => resolve(null));
  });
}

function queriesOf(seed: number | null, count: number): readonly SearchQuery[] {
  if (seed === null) {
    const text = readFileSync(new URL('search-queries.json', import.meta.url), 'utf8');
    return (JSON.parse(text) as MadeQuery[]).map(({ query }) => query);
  }
  const random = seededRandom(seed);
  const queries: SearchQuery[] = [];
  while (queries.length < count) queries.push(...shuffled(madeQueries(random)).map(({ query }) => query));
  return queries;
}

async function load(url: string, perSecond: number, seconds: number, seed: number | null): Promise<Load> {
  const count = Math.round(perSecond * seconds);
  const queries = queriesOf(seed, count).map(pathOf);
  const paths = seed === null ? shuffled(queries) : queries;
  const cpuBefore = process.cpuUsage();
  const begunMs = performance.now();
  const ms: number[] = [];
  const lateMs: number[] = [];
  let [errors, bytes] = [0, 0];
  const waiting: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const plannedMs = begunMs + (n * 1000) / perSecond;
    const earlyMs = plannedMs - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    lateMs.push(Math.max(0, performance.now() - plannedMs));
    waiting.push(
      ask(url + paths[n % paths.length]!).then((length) => {
        if (length === null) {
          errors++;
          return;
        }
        ms.push(performance.now() - plannedMs);
        bytes += length;
      }),
    );
  }
  await Promise.all(waiting);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, errors, bytes, cpuSeconds: (user + system) / 1e6, lateMs };
}

const [url = '', perSecond, seconds, seed] = process.argv.slice(2);
const seen = await load(url, Number(perSecond), Number(seconds), seed === undefined ? null : Number(seed));
process.stdout.write(JSON.stringify(seen));
process.exit();
