// Whole numbers of PostgreSQL as numbers of JavaScript: ours are times, counts and ids, all below 2^53.
import pg from 'pg';

const { builtins } = pg.types;

/** Sums of bigint are numeric. */
const numbers: readonly number[] = [builtins.INT8, builtins.NUMERIC];

export const readAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    numbers.includes(type) ? Number : pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser,
};
