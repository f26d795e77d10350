// The built program is repeatedly killed with SIGKILL during a harvest: it resumes at its position.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import { openCatalog, type Resource } from '../../src/index.ts';
import type { HarvestEvent } from '../../src/model/report.ts';
import { serveCsw } from './csw-server.ts';
import { storedRecords } from './harvest-run.ts';
import { linksPerKey, nameOf, serveLinked } from './linked-server.ts';
import { makeCatalog } from './synthetic-catalog.ts';
import { serveTree, treeRoots } from './tree-servers.ts';

/** The standard suite runs a sample. */
const kills = Number(process.env.GEOTRAWL_TEST_KILLS ?? 6);
const command = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-harvest-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`survives ${kills} kills without lost, duplicate or repeatedly requested records`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const catalog = makeCatalog(10_000);
  const server = await serveCsw(catalog, 'capped-at-37');
  const pages = Math.ceil(10_000 / 37);
  const moments = momentsIn(pages - 2);
  const db = join(folder, 'killed.db');
  const args = [`${server.url}/csw`, '--db', db];
  try {
    for (const moment of moments)
      expect((await run(args, { isOver: () => catalog.requests >= moment })).code).toBeNull();
    const { code, event } = await run(args, null);
    expect(code).toBe(0);
    expect(event).toMatchObject({ ended: 'complete', isResumed: true, records: 10_000, changed: 10_000 });
    expect((await storedRecords(db)).map(({ id }) => id)).toEqual(catalog.records.map(({ id }) => id));
    // Only a page that was sent but not stored before the kill is requested again.
    expect(catalog.requests).toBeLessThanOrEqual(pages + kills);
    console.log(
      `${kills} kills at requests ${moments.join(', ')}: ${catalog.requests} requests for ${pages} pages, 10000 records stored once`,
    );
  } finally {
    await server.close();
  }
});

const services = 60;
const followedKills = Math.ceil(kills / 2);

it(`stores every service once, with its record, after ${followedKills} kills of a harvest that follows links`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const linked = await serveLinked(services);
  const db = join(folder, 'followed.db');
  const args = [`${linked.url}/csw`, '--db', db, '--follow'];
  try {
    // Pages of five records and a request for each service: kills fall among both.
    const moments = momentsIn(services).filter((_, index) => index % 2 === 0);
    for (const moment of moments) {
      const before = linked.requests.count;
      await run(args, { isOver: () => linked.requests.count - before >= moment });
    }
    expect((await run(args, null)).code).toBe(0);
    expect(await storedRecords(db)).toHaveLength(services);
    expect(await linksPerKey(db)).toEqual(Array.from({ length: services }, () => 1));
    const catalog = openCatalog({ db });
    const found: Resource[] = [];
    for await (const resource of catalog.all()) if (resource.kind === 'wms') found.push(resource);
    const expected = Array.from({ length: services }, (_, number) => `${linked.url}/wms/${nameOf(number)}`).sort();
    expect(found.map(({ endpoint }) => endpoint).sort()).toEqual(expected);
    for (const { id, title, endpoint } of found) {
      const name = endpoint.split('/').at(-1);
      const origins = await catalog.provenance(id);
      expect([title, origins.map(({ record }) => record?.id)]).toEqual([`Map of ${name}`, [`record-${name}`]]);
    }
    await catalog.close();
    console.log(
      `${moments.length} kills after ${moments.join(', ')} requests: ${found.length} services once, each with its record`,
    );
  } finally {
    await linked.close();
  }
});

it('survives kills within a tree of folders', { timeout: 60_000 }, async () => {
  const catalog = makeCatalog(240);
  const server = await serveTree(catalog, 'waf-apache', 'none');
  const db = join(folder, 'killed-tree.db');
  const args = [`${server.url}${treeRoots['waf-apache']}`, '--db', db];
  const moments = [40, 130, 215];
  try {
    for (const moment of moments)
      expect((await run(args, { isOver: () => catalog.requests >= moment })).code).toBeNull();
    const { code, event } = await run(args, null);
    expect(code).toBe(0);
    expect(event).toMatchObject({ ended: 'complete', isResumed: true, records: 240, changed: 240, skipped: 0 });
    expect((await storedRecords(db)).length).toBe(240);
    // Root, twelve folders with one more in each, and the files; the root again in every run, and what a kill reverted.
    expect(catalog.requests).toBeLessThanOrEqual(1 + 24 + 240 + 1 + 2 * moments.length);
  } finally {
    await server.close();
  }
});

/** In ascending order. */
function momentsIn(last: number): readonly number[] {
  const random = seededRandom(20_261_115);
  return Array.from({ length: kills }, () => 1 + random.below(last)).sort((one, other) => one - other);
}

interface Killing {
  isOver(): boolean;
}

/** Runs the command and kills it when its time is over. */
function run(
  own: readonly string[],
  killing: Killing | null,
): Promise<{ readonly code: number | null; readonly event: HarvestEvent | null }> {
  return new Promise((resolve, reject) => {
    const args = [command, 'harvest', ...own, '--allow-private', '--delay', '0', '--json', '--no-progress', '--quiet'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const watch = setInterval(() => {
      if (killing?.isOver()) child.kill('SIGKILL');
    }, 1);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(watch);
      const [line = ''] = printed.split('\n');
      resolve({ code, event: line.endsWith('}') ? (JSON.parse(line) as HarvestEvent) : null });
    });
  });
}
