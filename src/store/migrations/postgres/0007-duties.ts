// A table of what one process at a time does, of however many work with this database.
export const leaderLeaseTables = `
CREATE TABLE duty(
  name plain_text PRIMARY KEY,
  holder plain_text NOT NULL,
  until_ms bigint NOT NULL           -- by the clock of the database; free to be taken afterwards
) WITH (fillfactor = 50);
`;
