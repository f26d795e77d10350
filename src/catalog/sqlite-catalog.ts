// The catalog by the name it had while SQLite was the only engine.
export { openSqlCatalog as openSqliteCatalog } from './sql-catalog.ts';
