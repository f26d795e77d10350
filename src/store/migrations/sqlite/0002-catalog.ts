// Tables of the catalog. Lists that no query looks into are JSON; NULL stands for an empty list.
export const catalogTables = `
CREATE TABLE resource(
  rid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  family TEXT NOT NULL,
  version TEXT,
  endpoint_key TEXT NOT NULL,
  endpoint TEXT NOT NULL,          -- secrets masked, as everything else here but the next two
  url TEXT NOT NULL,
  private_endpoint TEXT NOT NULL,  -- secrets inside: for fetching only, never shown or exported
  private_url TEXT NOT NULL,
  title TEXT NOT NULL,
  abstract TEXT NOT NULL,
  keywords TEXT,
  provider TEXT,                   -- JSON object
  fees TEXT,
  access_constraints TEXT,
  west REAL, south REAL, east REAL, north REAL,
  layer_count INTEGER NOT NULL,
  formats TEXT,
  software TEXT,
  claimed_url TEXT,
  links TEXT,
  content_hash TEXT NOT NULL,      -- what makes a new state of the description
  layers_hash TEXT NOT NULL,       -- every field of every layer in document order
  first_seen_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL
);
CREATE INDEX resource_endpoint_key ON resource(endpoint_key);
CREATE INDEX resource_endpoint ON resource(endpoint);
CREATE INDEX resource_kind ON resource(kind, layer_count);

CREATE TABLE layer(
  rid INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT,
  title TEXT NOT NULL,
  abstract TEXT NOT NULL,
  keywords TEXT,
  west REAL, south REAL, east REAL, north REAL,
  crs_list INTEGER,
  crs_count INTEGER NOT NULL,
  parent INTEGER,
  queryable INTEGER NOT NULL,
  styles TEXT,
  time TEXT,
  metadata_urls TEXT,
  PRIMARY KEY(rid, position)
) WITHOUT ROWID;

-- One row per distinct list: thousands of layers inherit the same hundred codes.
CREATE TABLE crs_list(
  crs_list INTEGER PRIMARY KEY,
  codes TEXT NOT NULL UNIQUE
);

CREATE TABLE provenance(
  rid INTEGER NOT NULL,
  position INTEGER NOT NULL,       -- 0 = first way it was found
  way TEXT NOT NULL,               -- hash of the columns below except task and seen_ms
  task TEXT NOT NULL,
  found_by TEXT NOT NULL,
  source TEXT,
  anchor TEXT NOT NULL,
  depth INTEGER NOT NULL,
  chain TEXT,
  seen_ms INTEGER NOT NULL,
  PRIMARY KEY(rid, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX provenance_way ON provenance(rid, way, task);

-- What each task has come upon.
CREATE TABLE task_resource(
  task TEXT NOT NULL,
  rid INTEGER NOT NULL,
  PRIMARY KEY(task, rid)
) WITHOUT ROWID;

CREATE TABLE history(
  rid INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  seen_ms INTEGER NOT NULL,
  title TEXT NOT NULL,
  layer_count INTEGER NOT NULL,
  PRIMARY KEY(rid, content_hash)
) WITHOUT ROWID;

CREATE TABLE resource_problem(
  rid INTEGER NOT NULL,
  position INTEGER NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY(rid, position)
) WITHOUT ROWID;
CREATE INDEX resource_problem_code ON resource_problem(code);

CREATE TABLE url_problem(
  url TEXT NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  PRIMARY KEY(url, code)
) WITHOUT ROWID;
CREATE INDEX url_problem_last ON url_problem(last_ms);
`;
