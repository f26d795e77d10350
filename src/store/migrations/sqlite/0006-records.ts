// What records say besides, where they lead, and what of it descriptions took over.
export const recordColumns = `
ALTER TABLE harvest ADD COLUMN endpoint TEXT NOT NULL DEFAULT '';  -- as shown to people, secrets masked
ALTER TABLE harvest_record ADD COLUMN details TEXT;                -- JSON: keywords, time, provider, terms, language
CREATE TABLE harvest_link(
  key TEXT NOT NULL,               -- of the resource a record leads to, as in resource.endpoint_key
  harvest_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY(key, harvest_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX harvest_link_record ON harvest_link(harvest_id, id);
ALTER TABLE resource ADD COLUMN from_records TEXT;
ALTER TABLE provenance ADD COLUMN record TEXT;                     -- JSON object
-- Records kept before have no details and no links: the next harvest of each catalog asks for all of them.
UPDATE harvest SET newest = '';
`;
