// Searches that people keep.
export const savedSearchTables = `
CREATE TABLE saved_search(
  search_id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,      -- 0: whoever uses this machine alone
  name TEXT NOT NULL,
  query TEXT NOT NULL,             -- of the search page's address, without ?
  created_ms INTEGER NOT NULL,
  UNIQUE(person_id, query)
) STRICT;
CREATE TRIGGER saved_search_person AFTER DELETE ON person BEGIN
  DELETE FROM saved_search WHERE person_id = old.person_id;
END;
`;
