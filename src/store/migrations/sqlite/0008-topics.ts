// Tables of topics: what was read, what people corrected, and what the search filters by.
export const topicTables = `
CREATE TABLE resource_topic(
  rid INTEGER PRIMARY KEY,
  version TEXT NOT NULL,           -- of what read them
  topics TEXT,                     -- JSON; NULL for none, as everywhere
  languages TEXT
);
CREATE TABLE layer_topic(
  rid INTEGER NOT NULL,
  position INTEGER NOT NULL,       -- of the layer in its resource
  topics TEXT NOT NULL,
  PRIMARY KEY(rid, position)
) WITHOUT ROWID;

-- By id and name instead of row and position: a correction outlives both.
CREATE TABLE topic_correction(
  id TEXT NOT NULL,
  layer TEXT NOT NULL,             -- name; '' for the resource itself
  topic TEXT NOT NULL,
  verdict TEXT NOT NULL,           -- 'add' or 'remove'
  made_ms INTEGER NOT NULL,
  PRIMARY KEY(id, layer, topic)
) WITHOUT ROWID;

-- Of the search, rebuilt from the catalog like the rest of it; rid is search_record's.
CREATE TABLE search_topic(
  rid INTEGER NOT NULL,
  topic TEXT NOT NULL,
  confidence REAL NOT NULL,
  PRIMARY KEY(rid, topic)
) WITHOUT ROWID;
CREATE INDEX search_topic_topic ON search_topic(topic, confidence);
`;
