// Tables of the search.
export const searchTables = `SELECT 1`;
