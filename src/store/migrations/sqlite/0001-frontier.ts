// Tables of the frontier.
//
// `host` and `robots` hold what politeness must remember whatever the task. Robots files have their own table because
// the host row is rewritten after every visit. `lane` is one task's account with one host; how many URLs wait there is
// counted from `url`, so it cannot drift. `url` is clustered by host and host-local fingerprint: the links of a page go
// mostly to its own host, so one visit touches few pages of the file. `ord` holds the class above 44 bits of sequence.
export const frontierTables = `
CREATE TABLE task(
  task_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL,
  options TEXT NOT NULL,
  state TEXT NOT NULL,
  runner TEXT,
  seq INTEGER NOT NULL DEFAULT 0,
  hosts INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  pages INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  resources INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE host(
  host_id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL,
  address TEXT,
  next_at_ms INTEGER NOT NULL DEFAULT 0,
  delay_ms INTEGER,
  latency_ms REAL,
  strikes INTEGER NOT NULL DEFAULT 0,
  forgive_at_ms INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  why TEXT
) STRICT;
CREATE TABLE robots(
  host_id INTEGER PRIMARY KEY,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  fetched_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE lane(
  task_id INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  spent INTEGER NOT NULL,
  services INTEGER NOT NULL,
  dry INTEGER NOT NULL,
  PRIMARY KEY(task_id, host_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE url(
  task_id INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  fp INTEGER NOT NULL,
  path TEXT NOT NULL,
  ord INTEGER NOT NULL,
  pool INTEGER NOT NULL,
  kind TEXT,
  step INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  found_by INTEGER NOT NULL,
  anchor TEXT,
  via_host INTEGER,
  via_fp INTEGER,
  state INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  reason TEXT,
  PRIMARY KEY(task_id, host_id, fp)
) STRICT, WITHOUT ROWID;
CREATE INDEX url_queue ON url(task_id, host_id, pool, ord) WHERE state = 0`;
