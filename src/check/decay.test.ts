// New, dead and revived by month, and how services fare by server, from a history made by hand.
import { expect, it } from 'vitest';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import { type SqlStore, statement } from '../store/sql.ts';
import { openSqlite } from '../store/sqlite.ts';
import { readDecay } from './decay.ts';
import { openSqliteChecks } from './sqlite-checks.ts';

const addEvent = statement('INSERT INTO health_event(id, at_ms, type, message) VALUES(?, ?, ?, ?)');

async function countsTurns(store: SqlStore): Promise<void> {
  const checks = openSqliteChecks(store);
  const enroll = (id: string, host: string, month: number) =>
    store.transact((transaction) => {
      const nowMs = Date.UTC(2026, month, 3);
      return checks.enroll(transaction, { id, hostKey: `https://${host}`, nowMs, dueMs: nowMs });
    });
  for (const id of ['a', 'b', 'c']) await enroll(id, 'one.example', 0);
  await enroll('d', 'two.example', 3);
  const change = (work: Parameters<typeof store.read>[0]) =>
    store.transact((transaction) => store.within(transaction, work));
  const happen = (id: string, month: number, day: number, type: string) =>
    change(() => addEvent.run(id, Date.UTC(2026, month, day), type, ''));
  for (const id of ['a', 'b', 'c']) await happen(id, 0, 4, 'up');
  await happen('a', 1, 2, 'degraded');
  await happen('a', 1, 3, 'down');
  await happen('a', 1, 20, 'gone');
  await happen('b', 1, 5, 'down');
  await happen('b', 3, 5, 'degraded');
  await happen('b', 3, 6, 'up');
  await change(() =>
    statement(`UPDATE monitor SET state = CASE id WHEN 'a' THEN 'gone' WHEN 'd' THEN NULL ELSE 'up' END`).run(),
  );
  expect(await store.read(readDecay)).toEqual({
    months: [
      { month: '2026-01', found: 3, died: 0, revived: 0, alive: 3 },
      { month: '2026-02', found: 0, died: 2, revived: 0, alive: 1 },
      { month: '2026-03', found: 0, died: 0, revived: 0, alive: 1 },
      { month: '2026-04', found: 1, died: 0, revived: 1, alive: 3 },
    ],
    servers: [
      { name: 'https://one.example', resources: 3, up: 2, degraded: 0, down: 1, unchecked: 0 },
      { name: 'https://two.example', resources: 1, up: 0, degraded: 0, down: 0, unchecked: 1 },
    ],
    kinds: [],
  });
  await store.close();
}

const rule = 'counts each death and each revival once, in every month there was';
it(`${rule}: SQLite`, () => countsTurns(openSqlite(':memory:')));
describeWith('postgis', () => {
  it(`${rule}: PostgreSQL`, async () => countsTurns(await openEmptyPostgres()));
});

it('has nothing to tell of an empty catalog', async () => {
  const store = openSqlite(':memory:');
  expect(await store.read(readDecay)).toEqual({ months: [], servers: [], kinds: [] });
  await store.close();
});
