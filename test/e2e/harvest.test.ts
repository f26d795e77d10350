// `geotrawl harvest` and `records` as a user sees them: invalid options and resumed runs.
import { expect, it } from 'vitest';
import { serveCsw } from '../harvest/csw-server.ts';
import { makeCatalog } from '../harvest/synthetic-catalog.ts';
import { run } from './command.ts';

it('rejects contradictory options and a limit of 0', async () => {
  const both = await run(['harvest', 'http://127.0.0.1:9/csw', '--full', '--since', '2026-01-01']);
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be used with option '--since") });
  const none = await run(['harvest', 'http://127.0.0.1:9/csw', '--max-records', '0']);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Must be a positive integer') });
});

it('reports a resumed harvest and a catalog without records', async () => {
  const server = await serveCsw(makeCatalog(150), 'none');
  const harvest = ['harvest', `${server.url}/csw`, '--allow-private', '--delay', '0', '--db', 'harvest.db'];
  try {
    expect((await run([...harvest, '--max-records', '100'])).stdout).not.toContain('interrupted');
    expect((await run(harvest)).stdout).toMatch(/complete: 150 records.*including the interrupted run/);
    const other = await run(['records', 'http://127.0.0.1:9/other', '--db', 'harvest.db']);
    expect(other.stderr).toContain('No records from http://127.0.0.1:9/other');
  } finally {
    await server.close();
  }
});
