// The server is killed while it crawls: after a restart nothing is lost, and nothing is requested twice.
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { type Client, goodPassword, makeClient } from '../accounts/server-with-accounts.ts';
import { type Running, scratchPath, start } from '../e2e/command.ts';
import type { SmallWeb } from '../e2e/small-web.ts';
import { startChainWeb, until, untilState } from './watch-crawl.ts';

const pages = 40;
const webs: SmallWeb[] = [];
const servers: Running[] = [];
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  for (const web of webs) await web.close();
});

const env = { GEOTRAWL_NETWORK__ALLOW_RANGES: '127.0.0.0/8', GEOTRAWL_POLITENESS__DELAY_MS: '30' };

async function startServer(db: string): Promise<{ server: Running; url: string; link: string | null }> {
  const server = start(['serve', '--db', db, '--port', '0'], { env });
  servers.push(server);
  await server.says('Press Ctrl-C to stop.');
  const url = /Serving \S+ at (\S+)\//.exec(server.printed())![1]!;
  return { server, url, link: /\/welcome\/([\w-]+)/.exec(server.printed())?.[1] ?? null };
}

/** A running crawl with some discoveries. */
async function begin(db: string) {
  const web = await startChainWeb(pages);
  webs.push(web);
  const { server, url, link } = await startServer(db);
  const ada = makeClient(url);
  await ada.ask('POST', '/api/v1/session/link', { link, name: 'Ada', password: goodPassword });
  const task = { seeds: [`${web.origin}/`], depth: 100, scope: 'host', start: true };
  const { body } = await ada.ask('POST', '/api/v1/tasks', task);
  await found(ada, body.id, 8);
  return { web, server, ada, id: body.id as number };
}

function found(client: Client, id: number, least: number): Promise<number> {
  return until(async () => {
    const { body } = await client.ask('GET', `/api/v1/tasks/${id}`);
    return body.resources >= least ? body.resources : null;
  }, `${least} finds`);
}

async function logInAgain(url: string): Promise<Client> {
  const ada = makeClient(url);
  const { status } = await ada.ask('POST', '/api/v1/session', { name: 'Ada', password: goodPassword });
  expect(status).toBe(200);
  return ada;
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** URLs requested more than once; those in progress during the kill may be. */
function requestedAgain({ requested }: SmallWeb): string[] {
  return [...new Set(requested.filter((path, index) => path !== '/robots.txt' && requested.indexOf(path) !== index))];
}

it('killing only the server: its crawls stop cleanly and resume', { timeout: 240_000 }, async () => {
  const db = scratchPath('alone.db');
  const { web, server, id } = await begin(db);
  server.child.kill('SIGKILL');
  await server.ended;
  const again = await startServer(db);
  expect(again.link).toBeNull();
  const ada = await logInAgain(again.url);
  const done = await untilState(ada, id, 'done');
  expect([done.resources, requestedAgain(web).length <= 1]).toEqual([pages, true]);
  again.server.child.kill('SIGTERM');
  expect((await again.server.ended).code).toBe(0);
});

it('killing everything after a pause: the resumed crawl loses nothing', { timeout: 240_000 }, async () => {
  const db = scratchPath('everything.db');
  const { web, server, ada, id } = await begin(db);
  const all = [server.child.pid!, ...childrenOf(server.child.pid!)];
  expect(all).toHaveLength(2);
  // Both are killed in the middle of the crawl.
  for (const pid of all) process.kill(pid, 'SIGKILL');
  await server.ended;
  expect((await ada.ask('GET', '/api/v1/session').catch((error: unknown) => error)) instanceof Error).toBe(true);
  const again = await startServer(db);
  const client = await logInAgain(again.url);
  await untilState(client, id, 'running');
  expect((await client.ask('POST', `/api/v1/tasks/${id}/pause`)).status).toBe(200);
  await untilState(client, id, 'paused');
  again.server.child.kill('SIGKILL');
  await again.server.ended;
  const third = await startServer(db);
  const last = await logInAgain(third.url);
  // A pause outlives the server.
  expect((await last.ask('GET', `/api/v1/tasks/${id}`)).body.state).toBe('paused');
  expect((await last.ask('POST', `/api/v1/tasks/${id}/resume`)).status).toBe(200);
  const done = await untilState(last, id, 'done');
  expect([done.resources, requestedAgain(web).length <= 3]).toEqual([pages, true]);
  const events = (await last.ask('GET', `/api/v1/tasks/${id}/events?f=json`)).body.events;
  const titles = events
    .filter(({ type }: { type: string }) => type === 'found')
    .map(({ data }: { data: { title: string } }) => data.title);
  expect([titles.length, new Set(titles).size]).toEqual([pages, pages]);
  third.server.child.kill('SIGTERM');
  expect((await third.server.ended).code).toBe(0);
});

it('a crawl process that dies is restarted', { timeout: 240_000 }, async () => {
  const db = scratchPath('child.db');
  const { web, server, ada, id } = await begin(db);
  for (const pid of childrenOf(server.child.pid!)) process.kill(pid, 'SIGKILL');
  const done = await untilState(ada, id, 'done');
  expect([done.resources, requestedAgain(web).length <= 3]).toEqual([pages, true]);
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
