// Duplicates on both engines against the conformance suite.
import { testDuplicates } from '../../../test/conformance/duplicates.ts';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';

testDuplicates('SQLite', async () => openSqlite(':memory:'), 15);
describeWith('postgis', () => testDuplicates('PostgreSQL', openEmptyPostgres, 3));
