// Duplicates by the name they had while SQLite was the only engine.
export { openSqlDuplicates as openSqliteDuplicates } from './sql-duplicates.ts';
