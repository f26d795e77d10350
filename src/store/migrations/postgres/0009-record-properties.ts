// The search index stores the properties of records: it is rebuilt from the catalog. Version 0 stays: nothing was published yet.
export const recordPropertyIndex = `
CREATE INDEX resource_seen ON resource(last_seen_ms, id);

DELETE FROM search_segment; DELETE FROM search_column; DELETE FROM search_pack;
INSERT INTO search_pending SELECT id, 1 FROM resource ON CONFLICT(id) DO UPDATE SET version = search_pending.version + 1;
UPDATE search_state SET version = version + 1 WHERE version > 0;
`;
