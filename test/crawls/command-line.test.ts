// Crawls of the command line and of a server in one database: listed, and never at the same time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeopledServer, type PeopledServer } from '../accounts/server-with-accounts.ts';
import { type Running, run, start } from '../e2e/command.ts';
import type { SmallWeb } from '../e2e/small-web.ts';
import { startChainWeb, until, untilState } from './watch-crawl.ts';

let web: SmallWeb;
let server: PeopledServer;
let external: Running;
beforeAll(async () => {
  web = await startChainWeb(500);
  server = await openPeopledServer({ 'network.allowRanges': ['127.0.0.0/8'], 'politeness.delayMs': 5 });
});
afterAll(async () => {
  external.child.kill('SIGKILL');
  await server.close();
  await web.close();
});

const crawl = (name: string) => [
  ...['crawl', `${web.origin}/`, '--db', server.db, '--task', name, '--allow-private', '--depth', '900'],
];
const env = { GEOTRAWL_POLITENESS__DELAY_MS: '200' };

it('waits for a crawl on the command line, shows it to administrators, and continues after it', async () => {
  external = start(crawl('by-hand'), { env });
  const listed = async () => (await server.admin.ask('GET', '/api/v1/tasks')).body.outside;
  await until(async () => ((await listed())[0]?.resources > 0 ? true : null), 'discoveries of the external crawl');
  expect(await listed()).toMatchObject([{ name: 'by-hand', state: 'running' }]);
  const user = await server.person('Uwe', 'user');
  expect((await user.ask('GET', '/api/v1/tasks')).body.outside).toEqual([]);

  // A crawl of the server waits and shows for what.
  const seeds = [`${web.origin}/wms/3?SERVICE=WMS&REQUEST=GetCapabilities`];
  const { body } = await user.ask('POST', '/api/v1/tasks', { seeds, depth: 0, start: true });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect((await user.ask('GET', `/api/v1/tasks/${body.id}`)).body.state).toBe('waiting');
  const page = (await user.ask('GET', '/crawls', undefined, { accept: 'text/html' })).body as string;
  expect(page).toContain('A crawl on the command line (by-hand) is running');

  external.child.kill('SIGINT');
  await external.ended;
  const done = await untilState(user, body.id, 'done');
  expect(done.resources).toBe(1);

  // While the server crawls, one on the command line is rejected with a message.
  const task = { seeds: [`${web.origin}/`], depth: 900, delayMs: 200, name: 'Long', start: true };
  const long = await user.ask('POST', '/api/v1/tasks', task);
  await untilState(user, long.body.id, 'running');
  await until(
    async () => ((await user.ask('GET', `/api/v1/tasks/${long.body.id}`)).body.pages > 0 ? true : null),
    'a page',
  );
  const refused = await run(crawl('another'), { env });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is crawling into this database')]);
  await user.ask('POST', `/api/v1/tasks/${long.body.id}/stop`);
  await untilState(user, long.body.id, 'stopped');
  expect(server.failures).toEqual([]);
});
