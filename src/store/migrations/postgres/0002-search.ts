// Tables of the search and of duplicates; all but the verdicts can be made anew from the catalog.
export const searchTables = `
-- Records that are in no segment yet, or have changed since.
CREATE TABLE search_pending(
  id plain_text PRIMARY KEY,
  version bigint NOT NULL            -- counts changes: what was indexed meanwhile may be old again
);

-- The index as it is published. Every process that searches has a copy of it (src/search/search-replica.ts), and whoever
-- makes new segments adds them here. Nobody looks for single words in these tables: postings lie packed.
CREATE TABLE search_state(
  last_segment bigint NOT NULL,      -- numbers are not used again
  version bigint NOT NULL            -- counts what changes the answers
);
INSERT INTO search_state VALUES(0, 0);
CREATE TABLE search_segment(
  segment bigint PRIMARY KEY,
  documents bigint NOT NULL,
  dead bytea                         -- a byte per record, 1 for those replaced since; NULL for none
);
CREATE TABLE search_column(
  segment bigint NOT NULL,
  name plain_text NOT NULL,
  content bytea NOT NULL,            -- numbers, little-endian: src/search/segment-columns.ts
  PRIMARY KEY(segment, name)
);
CREATE TABLE search_pack(
  segment bigint NOT NULL,
  number bigint NOT NULL,
  content bytea NOT NULL,            -- postings of many words: src/search/posting-pack.ts
  PRIMARY KEY(segment, number)
);
-- They are compact already; compressing them again takes time and saves nothing.
ALTER TABLE search_column ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE search_pack ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE search_record(
  rid bigint PRIMARY KEY,
  id plain_text NOT NULL
);
CREATE TABLE search_word(
  word_id bigint PRIMARY KEY,
  word plain_text NOT NULL
);
CREATE TABLE search_value(
  value_id bigint PRIMARY KEY,
  facet plain_text NOT NULL,
  value plain_text NOT NULL
);

-- Records to be looked at. Whatever writes a record, the triggers below notice.
CREATE TABLE duplicate_pending(
  rid bigint PRIMARY KEY,
  stage bigint NOT NULL              -- 0: read it anew; n: compare its items from the n-th on
);
CREATE FUNCTION duplicate_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO duplicate_pending VALUES(CASE TG_OP WHEN 'DELETE' THEN old.rid ELSE new.rid END, 0)
    ON CONFLICT(rid) DO UPDATE SET stage = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER duplicate_resource_added AFTER INSERT OR DELETE ON resource FOR EACH ROW EXECUTE FUNCTION duplicate_mark();
CREATE TRIGGER duplicate_resource_changed AFTER UPDATE OF content_hash, layers_hash, endpoint, from_records ON resource
  FOR EACH ROW WHEN (old.content_hash IS DISTINCT FROM new.content_hash OR old.layers_hash IS DISTINCT FROM new.layers_hash
    OR old.endpoint IS DISTINCT FROM new.endpoint OR old.from_records IS DISTINCT FROM new.from_records)
  EXECUTE FUNCTION duplicate_mark();
CREATE TRIGGER duplicate_record_added AFTER INSERT ON provenance
  FOR EACH ROW WHEN (new.record IS NOT NULL AND new.position = 0) EXECUTE FUNCTION duplicate_mark();

-- An item is rid * 2^21 + position of the layer + 1; without a layer the record itself.
CREATE TABLE duplicate_record(
  rid bigint PRIMARY KEY,
  sole bigint,                       -- position of the only dataset, for which the record stands
  keys bytea NOT NULL                -- item and key in turn, eight bytes each
);
CREATE TABLE duplicate_key(
  key bigint NOT NULL,
  item bigint NOT NULL,
  PRIMARY KEY(key, item)
);
CREATE TABLE duplicate_link(
  one bigint NOT NULL,               -- the smaller of the two
  other bigint NOT NULL,
  strength bigint NOT NULL,
  reason plain_text NOT NULL,
  PRIMARY KEY(one, other)
);
CREATE INDEX duplicate_link_other ON duplicate_link(other);
CREATE TABLE duplicate_member(
  item bigint PRIMARY KEY,
  dataset bigint NOT NULL            -- the smallest item in it
);
CREATE INDEX duplicate_member_dataset ON duplicate_member(dataset);

-- What people said. By id and name: a verdict outlives rows and positions.
CREATE TABLE duplicate_verdict(
  one_id plain_text NOT NULL,
  one_layer plain_text NOT NULL,     -- '' for the record itself
  other_id plain_text NOT NULL,
  other_layer plain_text NOT NULL,
  verdict plain_text NOT NULL,       -- 'same' or 'different'
  made_ms bigint NOT NULL,
  PRIMARY KEY(one_id, one_layer, other_id, other_layer)
);
CREATE INDEX duplicate_verdict_other ON duplicate_verdict(other_id);
`;
