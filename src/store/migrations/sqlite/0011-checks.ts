// Tables of the checks: what is monitored and when it is due, the history of rounds, versions of descriptions, events.
export const checkTables = `
CREATE TABLE check_host(
  host_id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,        -- scheme://host:port
  due_ms INTEGER                   -- the earliest of its resources; NULL when all are opted out
) STRICT;
CREATE INDEX check_host_due ON check_host(due_ms);

CREATE TABLE monitor(
  mid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,         -- of the resource, as in resource.id
  host_id INTEGER NOT NULL,
  is_followed INTEGER NOT NULL,
  is_opted_out INTEGER NOT NULL,
  enrolled_ms INTEGER NOT NULL,
  due_ms INTEGER,                  -- NULL for those opted out
  described_ms INTEGER NOT NULL,
  rounds INTEGER NOT NULL,         -- all there were, also those pruned: the number of the last one
  state TEXT,                      -- NULL before the first round that says anything
  score INTEGER,
  health TEXT,                     -- JSON, as the next two
  rhythm TEXT NOT NULL,
  score_parts TEXT,
  moved_to TEXT
) STRICT;
CREATE INDEX monitor_host ON monitor(host_id, due_ms);
CREATE INDEX monitor_state ON monitor(state);

CREATE TABLE check_round(
  mid INTEGER NOT NULL,
  number INTEGER NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  reason_code TEXT,
  reason TEXT,
  first_byte_ms INTEGER,
  time_class TEXT NOT NULL,
  correctness TEXT,                -- JSON, as the next
  requests TEXT,
  moved_to TEXT,
  not_served TEXT,                 -- JSON list; NULL for none
  PRIMARY KEY(mid, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE description_version(
  mid INTEGER NOT NULL,
  number INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  description TEXT NOT NULL,       -- JSON
  change TEXT,                     -- JSON; NULL for the first
  is_suspicious INTEGER NOT NULL,
  PRIMARY KEY(mid, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE health_event(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  type TEXT NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX health_event_id ON health_event(id, number);

-- How far each webhook has been told, and what could not be delivered.
CREATE TABLE webhook(
  url TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL,    -- of health_event
  attempts INTEGER NOT NULL,       -- failed ones in a row
  due_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook_dead(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  from_number INTEGER NOT NULL,
  to_number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

-- The search has one facet more: it is made anew from the catalog.
DELETE FROM search_posting; DELETE FROM search_column; DELETE FROM search_segment; DELETE FROM search_record;
INSERT OR REPLACE INTO search_pending SELECT id, 1 FROM resource;
UPDATE search_state SET version = version + 1;
`;
