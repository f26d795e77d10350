// Tables of the harvests: where each catalog's walk stands, and the records it has brought.
export const harvestTables = `
CREATE TABLE harvest(
  harvest_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  endpoint_key TEXT NOT NULL,
  run INTEGER NOT NULL,            -- how many times it was begun
  step INTEGER NOT NULL,           -- grows with every page: two processes cannot both take the next
  state TEXT NOT NULL,             -- JSON of the walk: cursors to do, pass, counts
  is_done INTEGER NOT NULL,
  newest TEXT NOT NULL,            -- latest change among its records, as the catalog writes it
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  UNIQUE(kind, endpoint_key)
) STRICT;
CREATE TABLE harvest_record(
  harvest_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  modified TEXT NOT NULL,
  content_hash TEXT NOT NULL,      -- of everything below, for catalogs that do not date their records
  title TEXT NOT NULL,
  abstract TEXT NOT NULL,
  west REAL, south REAL, east REAL, north REAL,
  links TEXT,                      -- JSON; NULL for none
  run INTEGER NOT NULL,            -- last seen in
  pass INTEGER NOT NULL,
  gone_ms INTEGER,                 -- missing from a whole harvest, or deleted
  PRIMARY KEY(harvest_id, id)
) STRICT, WITHOUT ROWID;
`;
