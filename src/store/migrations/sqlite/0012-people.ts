// Tables of people and their crawls: accounts, sessions, tokens, what they did, and what the crawls of the server told.
export const accountTables = `
CREATE TABLE person(
  person_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL,              -- guest, user or admin
  password TEXT,                   -- scrypt with its parameters; NULL until a one-time link was used
  created_ms INTEGER NOT NULL
) STRICT;

-- Secrets are here as SHA-256 only: who reads the file cannot log in with it.
CREATE TABLE person_session(
  hash BLOB PRIMARY KEY,
  person_id INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX person_session_person ON person_session(person_id);
CREATE TABLE api_token(
  token_id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  person_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,            -- words with spaces between
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  used_ms INTEGER
) STRICT;
CREATE INDEX api_token_person ON api_token(person_id);
CREATE TABLE one_time_link(
  hash BLOB PRIMARY KEY,
  person_id INTEGER,               -- NULL: whoever uses it becomes the first administrator
  expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE audit(
  audit_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  who TEXT NOT NULL,               -- the name at the time: people go, what they did stays
  address TEXT NOT NULL,
  action TEXT NOT NULL,
  object TEXT NOT NULL
) STRICT;

-- What the server knows of a task besides the crawl itself. 'wish' is what its owner wants; who runs crawls makes it true.
CREATE TABLE owned_task(
  task_id INTEGER PRIMARY KEY,
  person_id INTEGER,               -- NULL: of whoever uses this machine alone
  is_shared INTEGER NOT NULL,
  wish TEXT NOT NULL,              -- none, run, pause or stop
  ended TEXT,                      -- why the last run ended
  started_ms INTEGER,
  every_ms INTEGER,                -- made anew this long after the last time
  next_ms INTEGER,
  made_from TEXT NOT NULL          -- JSON: what the owner asked for
) STRICT;
CREATE INDEX owned_task_person ON owned_task(person_id);
CREATE TABLE task_event(
  event_id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again: viewers go on behind the last one they saw
  task_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL               -- JSON, as it is sent
) STRICT;
CREATE INDEX task_event_task ON task_event(task_id, type, event_id);
CREATE TABLE pages_used(
  person_id INTEGER NOT NULL,
  day TEXT NOT NULL,               -- 2026-11-16, UTC
  pages INTEGER NOT NULL,
  PRIMARY KEY(person_id, day)
) STRICT, WITHOUT ROWID;

-- Hosts whose publishers do not want to be here. '*.example.org' stands for all below it.
CREATE TABLE opt_out(
  host TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
