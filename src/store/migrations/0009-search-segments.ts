// Tables of the search: an inverted index in segments, each written once. All of it can be rebuilt from the catalog.
export const searchSegmentTables = `
DROP TABLE search_text; DROP TABLE search_box; DROP TABLE search_words; DROP TABLE search_record; DROP TABLE search_topic;
CREATE TABLE search_segment(
  segment INTEGER PRIMARY KEY,
  documents INTEGER NOT NULL,
  rid BLOB NOT NULL,               -- Uint32 per document
  layer BLOB NOT NULL,             -- Int32 per document; -1 for the service itself
  extent BLOB NOT NULL,            -- four Float64 per document; NaN for none
  dead BLOB                        -- a byte per document, 1 for those replaced since; NULL for none
) STRICT;
CREATE TABLE search_counter(last INTEGER NOT NULL) STRICT;
INSERT INTO search_counter VALUES(0);
-- Records that are in no segment yet, or have changed since.
CREATE TABLE search_pending(
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL         -- counts changes: what was indexed meanwhile may be old again
) STRICT, WITHOUT ROWID;
INSERT INTO search_pending SELECT id, 1 FROM resource;
-- Which documents a record has, for the day it changes.
CREATE TABLE search_record(
  rid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  segment INTEGER,
  first INTEGER,
  count INTEGER
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
CREATE TABLE search_facet(
  segment INTEGER NOT NULL,
  facet TEXT NOT NULL,
  starts BLOB NOT NULL,            -- Uint32: where each document's values begin, and where the last one's end
  value_ids BLOB NOT NULL,         -- Uint32
  PRIMARY KEY(segment, facet)
) STRICT;
-- Words by three letters in a row: 'grenzen' leads to 'landesgrenzen'.
CREATE VIRTUAL TABLE search_infix USING fts5(word, content = 'search_word', content_rowid = 'word_id', tokenize = 'trigram case_sensitive 1', detail = 'none');
`;
