// The conformance suite of checks on both engines.
import { testChecks } from '../../../test/conformance/checks.ts';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { openSqlChecks } from './sql-checks.ts';

testChecks('SQLite', async () => {
  const store = openSqlite(':memory:');
  return { store, checks: openSqlChecks(store) };
});

describeWith('postgis', () => {
  testChecks('PostgreSQL', async () => {
    const store = await openEmptyPostgres();
    return { store, checks: openSqlChecks(store) };
  });
});
