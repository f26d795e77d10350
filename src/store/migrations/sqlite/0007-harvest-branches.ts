// Catalogs that are trees: their folders and sub-catalogs, walked or waiting. Emptied when a harvest has ended.
export const harvestBranchTable = `
CREATE TABLE harvest_branch(
  branch_id INTEGER PRIMARY KEY,
  harvest_id INTEGER NOT NULL,
  key TEXT NOT NULL,               -- its address: each is walked once, whoever names it
  depth INTEGER NOT NULL,
  cursor TEXT NOT NULL,            -- JSON
  taken_step INTEGER,              -- step of the harvest that took it up; NULL while it waits
  UNIQUE(harvest_id, key)
) STRICT;
CREATE INDEX harvest_branch_waiting ON harvest_branch(harvest_id, branch_id) WHERE taken_step IS NULL;
`;
