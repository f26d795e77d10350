// New, dead and revived resources by month and by server, from a synthetic history.
import { expect, it } from 'vitest';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { openSqlChecks } from '../tables/sql-checks.ts';
import { type Decay, readDecay } from './decay.ts';
import { decayMarkdown, decayRows } from './decay-tables.ts';

it('counts each death and revival once, and lists every month', async () => {
  const store = openSqlite(':memory:');
  const checks = openSqlChecks(store);
  const enroll = (id: string, host: string, month: number) =>
    store.transact((transaction) => {
      const nowMs = Date.UTC(2026, month, 3);
      return checks.enroll(transaction, { id, hostKey: `https://${host}`, nowMs, dueMs: nowMs });
    });
  for (const id of ['a', 'b', 'c']) await enroll(id, 'one.example', 0);
  await enroll('d', 'two.example', 3);
  const add = store.database.prepare('INSERT INTO health_event(id, at_ms, type, message) VALUES(?, ?, ?, ?)');
  const happen = (id: string, month: number, day: number, type: string) =>
    add.run(id, Date.UTC(2026, month, day), type, '');
  for (const id of ['a', 'b', 'c']) happen(id, 0, 4, 'up');
  happen('a', 1, 2, 'degraded');
  happen('a', 1, 3, 'down');
  happen('a', 1, 20, 'gone');
  happen('b', 1, 5, 'down');
  happen('b', 3, 5, 'degraded');
  happen('b', 3, 6, 'up');
  store.database.exec("UPDATE monitor SET state = CASE id WHEN 'a' THEN 'gone' WHEN 'd' THEN NULL ELSE 'up' END");
  const decay = await readDecay(store, async (url) => (url.startsWith('https://one.') ? ['CH'] : []));
  expect(decay.months).toEqual([
    { month: '2026-01', found: 3, died: 0, revived: 0, alive: 3 },
    { month: '2026-02', found: 0, died: 2, revived: 0, alive: 1 },
    { month: '2026-03', found: 0, died: 0, revived: 0, alive: 1 },
    { month: '2026-04', found: 1, died: 0, revived: 1, alive: 3 },
  ]);
  const one = { found: 3, died: 2, revived: 1, resources: 3, up: 2, degraded: 0, down: 1, unchecked: 0 };
  const two = { found: 1, died: 0, revived: 0, resources: 1, up: 0, degraded: 0, down: 0, unchecked: 1 };
  expect(withoutMonths(decay.servers)).toEqual([
    { name: 'https://one.example', ...one },
    { name: 'https://two.example', ...two },
  ]);
  expect(withoutMonths(decay.countries)).toEqual([
    { name: 'CH', ...one },
    { name: '', ...two },
  ]);
  expect(decay.countries.map(({ months }) => months.map(({ alive }) => alive))).toEqual([
    [3, 1, 1, 2],
    [0, 0, 0, 1],
  ]);
  expect(decayRows(decay).slice(0, 2)).toEqual([
    ['by', 'name', 'month', 'new', 'dead', 'revived', 'alive'],
    ['all', '', '2026-01', 3, 0, 0, 3],
  ]);
  expect(decayRows(decay)).toContainEqual(['country', 'CH', '2026-02', 0, 2, 0, 1]);
  expect(decayMarkdown(decay)).toContain('| (unknown) | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 1 |');
  await store.close();
});

function withoutMonths(groups: Decay['servers']): readonly object[] {
  return groups.map(({ months: _, ...group }) => group);
}

it('is empty for an empty catalog', async () => {
  const store = openSqlite(':memory:');
  expect(await readDecay(store, async () => [])).toEqual({ months: [], countries: [], servers: [], kinds: [] });
  await store.close();
});
