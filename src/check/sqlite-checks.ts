// The checks by the name they had while SQLite was the only engine.
export { openSqlChecks as openSqliteChecks } from './sql-checks.ts';
