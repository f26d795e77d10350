// The SQLite search against the conformance suite.
import { testSearch } from '../../test/conformance/search.ts';
import { expandByLexicon } from '../search-meanings.ts';
import { openSqlite } from '../store/sqlite.ts';
import { openSqliteSearch } from './sqlite-search.ts';

testSearch('SQLite', async (read) => {
  const store = openSqlite(':memory:');
  return { store, search: openSqliteSearch(store, { read, expand: expandByLexicon }) };
});
