// Harvests respect robots.txt, also after redirects.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { harvestOnce, storedRecords } from './harvest-run.ts';
import { type CatalogResponse, serveCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-robots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listing = `<html><head><title>Index of /waf</title></head><body><h1>Index of /waf</h1><pre><a href="../">Parent Directory</a>
<a href="one.xml">one.xml</a> 2024-01-01 10:00 2K
<a href="two.xml">two.xml</a> 2024-01-01 10:00 2K
<a href="roads.gpkg">roads.gpkg</a> 2024-01-01 10:00 2M
</pre></body></html>`;
const metadata = `<?xml version="1.0"?><gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco"><gmd:fileIdentifier><gco:CharacterString>one</gco:CharacterString></gmd:fileIdentifier></gmd:MD_Metadata>`;

const responses: Readonly<Record<string, CatalogResponse>> = {
  '/robots.txt': { type: 'text/plain', text: 'User-agent: *\nDisallow: /private/' },
  '/waf/': { type: 'text/html', text: listing },
  '/waf/one.xml': { type: 'application/xml', text: metadata },
  '/waf/two.xml': { status: 302, type: 'text/plain', text: '', headers: { location: '/private/two.xml' } },
};

it('does not follow a redirect to a URL disallowed by robots.txt', async () => {
  const requested: string[] = [];
  const server = await serveCatalog(({ url }) => {
    requested.push(url.pathname);
    return responses[url.pathname] ?? null;
  });
  const db = join(folder, 'waf.db');
  try {
    expect(await harvestOnce(`${server.url}/waf/`, db)).toMatchObject({ ended: 'complete', kind: 'waf' });
    expect(requested).toContain('/waf/two.xml');
    expect(requested.filter((path) => path.startsWith('/private/'))).toEqual([]);
    expect((await storedRecords(db)).map(({ id }) => new URL(id).pathname)).toEqual([
      '/waf/one.xml',
      '/waf/roads.gpkg',
      '/waf/two.xml',
    ]);
  } finally {
    await server.close();
  }
});
