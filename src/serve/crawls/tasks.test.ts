// Crawl tasks of the server on both engines against the conformance suite.
import { testTasks } from '../../../test/conformance/tasks.ts';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';

testTasks('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => {
  testTasks('PostgreSQL', openEmptyPostgres);
});
