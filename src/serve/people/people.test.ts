// People on both engines against the conformance suite.
import { testPeople } from '../../../test/conformance/people.ts';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { openSqlite } from '../../store/sqlite.ts';

testPeople('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => {
  testPeople('PostgreSQL', openEmptyPostgres);
});
