// Tables of duplicates: which items are one dataset or service. All but the verdicts can be made anew from the catalog.
export const duplicateTables = `
-- Records to be looked at. Whatever writes a record, the triggers below notice.
CREATE TABLE duplicate_pending(
  rid INTEGER PRIMARY KEY,
  stage INTEGER NOT NULL           -- 0: read it anew; n: compare its items from the n-th on
) STRICT;
INSERT INTO duplicate_pending SELECT rid, 0 FROM resource;
CREATE TRIGGER duplicate_resource_added AFTER INSERT ON resource BEGIN
  INSERT OR REPLACE INTO duplicate_pending VALUES(new.rid, 0);
END;
CREATE TRIGGER duplicate_resource_changed AFTER UPDATE OF content_hash, layers_hash, endpoint, from_records ON resource
  WHEN old.content_hash IS NOT new.content_hash OR old.layers_hash IS NOT new.layers_hash
    OR old.endpoint IS NOT new.endpoint OR old.from_records IS NOT new.from_records BEGIN
  INSERT OR REPLACE INTO duplicate_pending VALUES(new.rid, 0);
END;
CREATE TRIGGER duplicate_resource_removed AFTER DELETE ON resource BEGIN
  INSERT OR REPLACE INTO duplicate_pending VALUES(old.rid, 0);
END;
CREATE TRIGGER duplicate_record_added AFTER INSERT ON provenance WHEN new.record IS NOT NULL AND new.position = 0 BEGIN
  INSERT OR REPLACE INTO duplicate_pending VALUES(new.rid, 0);
END;

-- An item is rid * 2^21 + position of the layer + 1; without a layer the record itself.
CREATE TABLE duplicate_record(
  rid INTEGER PRIMARY KEY,
  sole INTEGER,                    -- position of the only dataset, for which the record stands
  keys BLOB NOT NULL               -- item and key in turn, eight bytes each
) STRICT;
CREATE TABLE duplicate_key(
  key INTEGER NOT NULL,
  item INTEGER NOT NULL,
  PRIMARY KEY(key, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE duplicate_link(
  one INTEGER NOT NULL,            -- the smaller of the two
  other INTEGER NOT NULL,
  strength INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(one, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_link_other ON duplicate_link(other);
CREATE TABLE duplicate_member(
  item INTEGER PRIMARY KEY,
  dataset INTEGER NOT NULL         -- the smallest item in it
) STRICT;
CREATE INDEX duplicate_member_dataset ON duplicate_member(dataset);

-- What people said. By id and name: a verdict outlives rows and positions.
CREATE TABLE duplicate_verdict(
  one_id TEXT NOT NULL,
  one_layer TEXT NOT NULL,         -- '' for the record itself
  other_id TEXT NOT NULL,
  other_layer TEXT NOT NULL,
  verdict TEXT NOT NULL,           -- 'same' or 'different'
  made_ms INTEGER NOT NULL,
  PRIMARY KEY(one_id, one_layer, other_id, other_layer)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_verdict_other ON duplicate_verdict(other_id);
`;
