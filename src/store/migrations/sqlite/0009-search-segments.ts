// Tables of the search: an inverted index in segments, each written once. All of it can be rebuilt from the catalog.
export const searchSegmentTables = `
DROP TABLE search_text; DROP TABLE search_box; DROP TABLE search_words; DROP TABLE search_record; DROP TABLE search_topic;

-- Records that are in no segment yet, or have changed since. All of them, when an older file comes here.
CREATE TABLE search_pending(
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL         -- counts changes: what was indexed meanwhile may be old again
) STRICT, WITHOUT ROWID;
INSERT INTO search_pending SELECT id, 1 FROM resource;

CREATE TABLE search_record(
  rid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
) STRICT;

-- A segment is there from the moment it has a row; its columns and postings are written before.
CREATE TABLE search_segment(
  segment INTEGER PRIMARY KEY,
  documents INTEGER NOT NULL,
  dead BLOB                        -- a byte per record, 1 for those replaced since; NULL for none
) STRICT;
-- Segments that are being written or removed.
CREATE TABLE search_unfinished(
  segment INTEGER PRIMARY KEY,
  touched_ms INTEGER NOT NULL      -- by whoever works on it; long ago when it is to be removed
) STRICT;
CREATE TABLE search_state(
  last_segment INTEGER NOT NULL,   -- numbers are not used again
  version INTEGER NOT NULL         -- counts what changes the answers
) STRICT;
INSERT INTO search_state VALUES(0, 0);
CREATE TABLE search_column(
  segment INTEGER NOT NULL,
  name TEXT NOT NULL,
  content BLOB NOT NULL,           -- numbers, little-endian: src/search/segment-columns.ts
  PRIMARY KEY(segment, name)
) STRICT;

CREATE TABLE search_word(
  word_id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE search_posting(
  posting INTEGER PRIMARY KEY,     -- segment * 2^32 + word_id
  documents INTEGER NOT NULL,
  list BLOB NOT NULL,              -- src/search/posting-list.ts
  places BLOB NOT NULL
) STRICT;
CREATE TABLE search_value(
  value_id INTEGER PRIMARY KEY,
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE(facet, value)
) STRICT;

-- Words by three letters in a row: 'grenzen' leads to 'landesgrenzen'.
CREATE VIRTUAL TABLE search_infix USING fts5(
  word, content = 'search_word', content_rowid = 'word_id', tokenize = 'trigram case_sensitive 1', detail = 'none'
);
`;
