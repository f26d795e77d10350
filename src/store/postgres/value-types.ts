// Converts PostgreSQL values to what SQLite returns: integers as numbers, bytes as Uint8Array.
import type pg from 'pg';

/** Type OIDs, the same in every PostgreSQL (pg_type.dat). */
const builtins = { BYTEA: 17, INT8: 20, NUMERIC: 1700 } as const;

/** Our integers are times, counts and ids, all below 2^53. Sums of bigint are numeric. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // `Buffer.slice` doesn't copy, unlike that of Uint8Array, so a plain Uint8Array is returned.
  [builtins.BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
};

export function likeSqlite(types: typeof pg.types): pg.CustomTypesConfig {
  return {
    getTypeParser: ((type: number, format?: 'text' | 'binary') => {
      const reader = format === 'binary' ? undefined : readers[type];
      return reader ?? types.getTypeParser(type, format as 'text');
    }) as typeof types.getTypeParser,
  };
}
