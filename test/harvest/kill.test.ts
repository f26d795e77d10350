// The built program is killed with SIGKILL in the middle of a harvest, again and again: it goes on where it stood.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/seeded-random.ts';
import type { HarvestEvent } from '../../src/model/report.ts';
import { serveCsw } from './csw-server.ts';
import { storedRecords } from './harvest-run.ts';
import { type MadeCatalog, makeCatalog } from './made-catalog.ts';
import { serveTree, treeRoots } from './tree-servers.ts';

/** The standard suite has a sample. */
const kills = Number(process.env.GEOTRAWL_TEST_KILLS ?? 6);
const command = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-harvest-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`survives ${kills} kills without losing, doubling or asking again`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const random = seededRandom(20_261_115);
  const catalog = makeCatalog(10_000);
  const server = await serveCsw(catalog, 'capped-at-37');
  const pages = Math.ceil(10_000 / 37);
  const moments = Array.from({ length: kills }, () => 1 + random.below(pages - 2)).sort((one, other) => one - other);
  const db = join(folder, 'killed.db');
  try {
    for (const moment of moments) expect((await run(`${server.url}/csw`, db, catalog, moment)).code).toBeNull();
    const { code, event } = await run(`${server.url}/csw`, db, catalog, null);
    expect(code).toBe(0);
    expect(event).toMatchObject({ ended: 'complete', isResumed: true, records: 10_000, changed: 10_000 });
    expect((await storedRecords(db)).map(({ id }) => id)).toEqual(catalog.records.map(({ id }) => id));
    // A page that was answered but not stored when the kill came is asked for again, and nothing else.
    expect(catalog.requests).toBeLessThanOrEqual(pages + kills);
    console.log(
      `${kills} kills at requests ${moments.join(', ')}: ${catalog.requests} requests for ${pages} pages, 10000 records stored once`,
    );
  } finally {
    await server.close();
  }
});

it('survives kills in the middle of a tree of folders', { timeout: 60_000 }, async () => {
  const catalog = makeCatalog(240);
  const server = await serveTree(catalog, 'waf-apache', 'none');
  const url = `${server.url}${treeRoots['waf-apache']}`;
  const db = join(folder, 'killed-tree.db');
  const moments = [40, 130, 215];
  try {
    for (const moment of moments) expect((await run(url, db, catalog, moment)).code).toBeNull();
    const { code, event } = await run(url, db, catalog, null);
    expect(code).toBe(0);
    expect(event).toMatchObject({ ended: 'complete', isResumed: true, records: 240, changed: 240, skipped: 0 });
    expect((await storedRecords(db)).length).toBe(240);
    // Root, twelve folders with one more in each, and the files; the root again in every run, and what a kill undid.
    expect(catalog.requests).toBeLessThanOrEqual(1 + 24 + 240 + 1 + 2 * moments.length);
  } finally {
    await server.close();
  }
});

/** Runs the command; killed as soon as the server has been asked `killAt` times. */
function run(
  url: string,
  db: string,
  catalog: MadeCatalog,
  killAt: number | null,
): Promise<{ readonly code: number | null; readonly event: HarvestEvent | null }> {
  return new Promise((resolve, reject) => {
    const args = [command, 'harvest', url, '--db', db, '--allow-private', '--delay', '0', '--json', '--no-progress'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const watch = setInterval(() => {
      if (killAt !== null && catalog.requests >= killAt) child.kill('SIGKILL');
    }, 1);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(watch);
      resolve({ code, event: printed === '' ? null : (JSON.parse(printed) as HarvestEvent) });
    });
  });
}
