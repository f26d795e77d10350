// Tables of the search. All of it can be rebuilt from the catalog.
export const searchTables = `
-- Narrow, so that filtering many matches touches few pages.
CREATE TABLE search_record(
  rid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  west REAL, south REAL, east REAL, north REAL
);

-- What is searched, already split into folded words (src/search/tokens.ts); one line per layer in "layers".
CREATE TABLE search_words(
  rid INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  keywords TEXT NOT NULL,
  layers TEXT NOT NULL,
  abstract TEXT NOT NULL,
  provider TEXT NOT NULL,
  address TEXT NOT NULL
);

-- The ascii tokenizer takes every non-ASCII character as part of a word: the index then holds exactly the words above,
-- whatever Unicode version SQLite was built with. Folding case and diacritics is done before.
CREATE VIRTUAL TABLE search_text USING fts5(
  title, keywords, layers, abstract, provider, address,
  content = 'search_words', content_rowid = 'rid', tokenize = 'ascii', prefix = '3 4'
);

-- One box per resource, two where its extent crosses the antimeridian: box = 2 rid (+ 1). Boxes are 32-bit and rounded
-- outwards; the exact extent is in search_record.
CREATE VIRTUAL TABLE search_box USING rtree(box, west, east, south, north);
`;
