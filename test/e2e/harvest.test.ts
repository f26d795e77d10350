// `geotrawl harvest` and `records` as a person sees them: what cannot be meant is refused, and what went on says so.
import { expect, it } from 'vitest';
import { serveCsw } from '../harvest/csw-server.ts';
import { makeCatalog } from '../harvest/made-catalog.ts';
import { run } from './command.ts';

it('refuses a harvest of everything since a date, and one of no records', async () => {
  const both = await run(['harvest', 'http://127.0.0.1:9/csw', '--full', '--since', '2026-01-01']);
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be used with option '--since") });
  const none = await run(['harvest', 'http://127.0.0.1:9/csw', '--max-records', '0']);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('1 or more') });
});

it('says that a harvest went on, and of which catalog there are no records', async () => {
  const server = await serveCsw(makeCatalog(150), 'none');
  const harvest = ['harvest', `${server.url}/csw`, '--allow-private', '--delay', '0', '--db', 'harvest.db'];
  try {
    expect((await run([...harvest, '--max-records', '100'])).stdout).not.toContain('broken off');
    expect((await run(harvest)).stdout).toMatch(/complete: 150 records.*together with what was broken off/);
    const other = await run(['records', 'http://127.0.0.1:9/other', '--db', 'harvest.db']);
    expect(other.stderr).toContain('no records of http://127.0.0.1:9/other');
  } finally {
    await server.close();
  }
});
