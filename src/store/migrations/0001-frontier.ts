// Tables of the frontier.
export const frontierTables = `SELECT 1`;
