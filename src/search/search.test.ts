// The search on both engines against the conformance suite.
import { type ReadRecord, testSearch } from '../../test/conformance/search.ts';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { expandByLexicon } from './query-synonyms.ts';
import { openPostgresSearch } from './replica/postgres-search.ts';
import { openSqliteSearch } from './sqlite/sqlite-search.ts';

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
