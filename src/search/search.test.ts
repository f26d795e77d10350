// The search on both engines against the conformance suite.
import { type ReadRecord, testSearch } from '../../test/conformance/search.ts';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import { expandByLexicon } from '../search-meanings.ts';
import { openSqlite } from '../store/sqlite.ts';
import { openPostgresSearch } from './postgres-search.ts';
import { openSqliteSearch } from './sqlite-search.ts';

testSearch('SQLite', async (read) => {
  const store = openSqlite(':memory:');
  return { store, search: openSqliteSearch(store, { read, expand: expandByLexicon }) };
});

describeWith('postgis', () => {
  const open = async (read: ReadRecord) => {
    const store = await openEmptyPostgres();
    const search = openPostgresSearch(
      store,
      { shared: () => openSqlite(':memory:'), own: () => openSqlite(':memory:') },
      { read, expand: expandByLexicon },
    );
    return { store, search };
  };
  testSearch('PostgreSQL', open, 0.05);
});
