// Tables of the catalog.
export const catalogTables = `SELECT 1`;
