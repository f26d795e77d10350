// Tables of those who want to hear: who follows what, webhooks of people, and mail.
export const followerTables = `
CREATE TABLE following(
  person_id INTEGER NOT NULL,      -- 0: whoever runs the machine
  id TEXT NOT NULL,                -- of the resource
  since_ms INTEGER NOT NULL,
  PRIMARY KEY(person_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX following_id ON following(id);
INSERT INTO following SELECT 0, id, enrolled_ms FROM monitor WHERE is_followed = 1;

CREATE TABLE person_webhook(
  webhook_id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  secret TEXT NOT NULL,            -- messages are signed with it
  created_ms INTEGER NOT NULL,
  UNIQUE(person_id, url)
) STRICT;

-- Who gets mail of what, and how far each has been told.
CREATE TABLE mail_subscription(
  person_id INTEGER NOT NULL,      -- 0: an address of the settings
  address TEXT NOT NULL,
  scope TEXT NOT NULL,             -- followed: what the person follows; others: everything else
  every_ms INTEGER NOT NULL,       -- at most one mail in this time
  last_number INTEGER NOT NULL,    -- of health_event
  attempts INTEGER NOT NULL,       -- failed ones in a row
  due_ms INTEGER NOT NULL,
  code TEXT,                       -- until the owner of the address has sent it back; NULL then
  PRIMARY KEY(person_id, address, scope)
) STRICT, WITHOUT ROWID;
CREATE TABLE mail_dead(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  address TEXT NOT NULL,
  from_number INTEGER NOT NULL,
  to_number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

-- Numbers of people are used again: nobody shall inherit what another one followed.
CREATE TRIGGER person_gone AFTER DELETE ON person BEGIN
  UPDATE monitor SET is_followed = 0 WHERE id IN (SELECT id FROM following WHERE person_id = OLD.person_id)
    AND NOT EXISTS (SELECT 1 FROM following WHERE following.id = monitor.id AND person_id <> OLD.person_id);
  DELETE FROM following WHERE person_id = OLD.person_id;
  DELETE FROM person_webhook WHERE person_id = OLD.person_id;
  DELETE FROM mail_subscription WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER monitor_gone AFTER DELETE ON monitor BEGIN
  DELETE FROM following WHERE id = OLD.id;
END;
`;
