// Values of PostgreSQL as JavaScript has them on SQLite: whole numbers as numbers, bytes as an array of their own.
import type pg from 'pg';

/** Numbers of types in every PostgreSQL (pg_type.dat). */
const builtins = { BYTEA: 17, INT8: 20, NUMERIC: 1700 } as const;

/** Ours are times, counts and ids, all below 2^53. Sums of bigint are numeric. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // `Buffer.slice` does not copy, unlike that of Uint8Array: nobody shall meet one by surprise.
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
