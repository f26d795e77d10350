// What a description means beside what it says: license, operations, times and systems; and two facts of layers.
export const meaningColumns = `
ALTER TABLE resource ADD COLUMN license TEXT;      -- JSON object
ALTER TABLE resource ADD COLUMN operations TEXT;
ALTER TABLE resource ADD COLUMN time TEXT;
ALTER TABLE resource ADD COLUMN crs TEXT;
ALTER TABLE layer ADD COLUMN feature_count INTEGER;
ALTER TABLE layer ADD COLUMN demo INTEGER NOT NULL DEFAULT 0;
`;
