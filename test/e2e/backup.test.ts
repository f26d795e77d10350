// `geotrawl db`: backup while the server runs, and restore while it doesn't.
import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/output/exit-code.ts';
import { run, scratchPath, start } from './command.ts';

const db = scratchPath('people.db');
const copy = scratchPath('copy.db');

async function names(path: string): Promise<string[]> {
  const { stdout } = await run(['user', 'list', '--json', '--db', path]);
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
}

it("backs up a database in use, and restores it only while it isn't in use", { timeout: 120_000 }, async () => {
  expect((await run(['user', 'add', 'First', '--db', db])).code).toBe(exitCodes.ok);
  const server = start(['serve', '--db', db, '--port', '0']);
  await server.says('Press Ctrl-C to stop.');
  expect((await run(['db', 'backup', copy, '--db', db])).code).toBe(exitCodes.ok);
  expect((await run(['db', 'backup', copy, '--db', db])).stderr).toContain('already exists');
  expect((await run(['user', 'add', 'Second', '--db', db])).code).toBe(exitCodes.ok);
  const tooSoon = await run(['db', 'restore', copy, '--yes', '--db', db]);
  expect([tooSoon.code, tooSoon.stderr]).toEqual([exitCodes.storage, expect.stringContaining('is in use')]);
  server.child.kill('SIGTERM');
  await server.ended;
  expect((await run(['db', 'restore', copy, '--db', db])).stderr).toContain('--yes');
  expect((await run(['db', 'restore', copy, '--yes', '--db', db])).code).toBe(exitCodes.ok);
  expect([await names(db), await names(`${db}.before-restore`)]).toEqual([['First'], ['First', 'Second']]);
});

it('rejects a file that is not a backup, and leaves the database unchanged', async () => {
  const odd = scratchPath('odd.db');
  writeFileSync(odd, 'no database, but long enough to be looked at. '.repeat(100));
  for (const file of [odd, scratchPath('missing.db')]) {
    const { code } = await run(['db', 'restore', file, '--yes', '--db', copy]);
    expect([code, existsSync(`${copy}.before-restore`)]).toEqual([exitCodes.storage, false]);
  }
});
