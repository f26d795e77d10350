// A second crawl into the same database: the state of the first one must not hide anything.
import { afterEach, expect, it } from 'vitest';
import { jsonLines, run, scratchPath } from './command.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from './small-web.ts';

const webs: SmallWeb[] = [];
afterEach(async () => {
  for (const web of webs.splice(0)) await web.close();
});

async function crawl(db: string, ...parameters: string[]) {
  const { code, stdout } = await run([
    'crawl',
    '--ndjson',
    '--db',
    db,
    '--allow-private',
    '--delay',
    '5',
    ...parameters,
  ]);
  return { code, done: jsonLines(stdout).at(-1)! };
}

it('finds resources again that only a sitemap links to', async () => {
  const web = await startSmallWeb((path) => {
    if (path === '/robots.txt') return { type: 'text/plain', body: `Sitemap: ${web.origin}/sitemap.xml` };
    if (path === '/sitemap.xml') {
      const url = `<url><loc>${web.origin}/hidden</loc></url>`;
      return { type: 'text/xml', body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${url}</urlset>` };
    }
    if (path === '/hidden') return linksTo('/wms');
    return path.startsWith('/wms') ? wms({ title: 'Hidden' }) : linksTo();
  });
  webs.push(web);
  const db = scratchPath();
  expect((await crawl(db, `${web.origin}/`)).done).toMatchObject({ stopped: 'complete', resources: 1 });
  expect((await crawl(db, `${web.origin}/`)).done).toMatchObject({ stopped: 'complete', resources: 1 });
});

it('retries a seed that was down an hour ago', async () => {
  const reserved = await startSmallWeb(() => null, '127.0.0.77');
  await reserved.close();
  const db = scratchPath();
  const seed = `${reserved.origin}/`;
  expect((await crawl(db, seed)).code).toBe(4);
  expect((await crawl(db, seed)).code).toBe(4);
  webs.push(await startSmallWeb(() => linksTo(), '127.0.0.77', reserved.port));
  const { code, done } = await crawl(db, seed);
  expect(code).toBe(0);
  expect(done).toMatchObject({ stopped: 'complete', pages: 1 });
});
