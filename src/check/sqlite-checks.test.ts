// The SQLite checks against the conformance suite.
import { testChecks } from '../../test/conformance/checks.ts';
import { openSqlite } from '../store/sqlite.ts';
import { openSqliteChecks } from './sqlite-checks.ts';

testChecks('SQLite', async () => {
  const store = openSqlite(':memory:');
  return { store, checks: openSqliteChecks(store) };
});
