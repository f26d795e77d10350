import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheckpointer } from './checkpointer.ts';
import { systemDriver } from './driver.ts';

it('restarts the log while commits continue, and loses nothing', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-checkpoint-'));
  const path = join(folder, 'test.db');
  const database = systemDriver()(path);
  // Without SQLite's own checkpoints, the log would hold every commit.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note(text TEXT)');
  const checkpointer = createCheckpointer(path, database, { logBytes: 2 ** 18 });
  const insert = database.prepare('INSERT INTO note VALUES(?)');
  const text = 'x'.repeat(10_000);
  const logs = new Set<string>();
  let commits = 0;
  // Without a pause: the thread alone never catches up with commits that go on like this.
  while (logs.size < 4 && commits < 40_000) {
    insert.run(text);
    checkpointer.afterCommit();
    commits++;
    if (commits % 10 === 0) logs.add(saltOf(`${path}-wal`));
  }
  expect(logs.size).toBe(4);
  await checkpointer.close();
  database.close();
  const again = systemDriver()(path);
  expect(again.prepare('SELECT count(*) AS count, min(length(text)) AS length FROM note').get()).toEqual({
    count: commits,
    length: text.length,
  });
  again.close();
  rmSync(folder, { recursive: true });
});

/** Bytes 16 to 23 of a log are drawn anew each time it begins (sqlite.org/fileformat2.html, 4.1). */
function saltOf(log: string): string {
  const salt = Buffer.alloc(8);
  const file = openSync(log, 'r');
  readSync(file, salt, 0, 8, 16);
  closeSync(file);
  return salt.toString('hex');
}
