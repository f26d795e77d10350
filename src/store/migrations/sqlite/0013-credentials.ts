// What hosts want to see before they answer, sealed: the key is not in the database.
export const credentialTables = `
CREATE TABLE host_credential(
  origin TEXT PRIMARY KEY,         -- https://maps.example.org
  type TEXT NOT NULL,              -- basic, token, key or header
  sealed BLOB NOT NULL,            -- AES-256-GCM: nonce, tag, JSON; bound to the origin
  created_ms INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
