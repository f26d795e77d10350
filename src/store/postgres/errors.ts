// Maps PostgreSQL failures to coded errors, by SQLSTATE rather than message text.
import type pg from 'pg';
import { GeotrawlError } from '../../model/errors.ts';

/** Appendix A of the PostgreSQL manual. */
const sqlStates = {
  serializationFailure: '40001',
  deadlock: '40P01',
  lockNotAvailable: '55P03',
  diskFull: '53100',
  tooManyConnections: '53300',
  cannotConnectNow: '57P03',
  undefinedTable: '42P01',
  undefinedColumn: '42703',
  readOnlyTransaction: '25006',
} as const;

/** What to do about a database that can't be opened; the server's message gives the reason. */
const adviceByState: Readonly<Record<string, string>> = {
  '28P01': 'Check user and password in the address given with --db.',
  '28000': 'Check user and password in the address given with --db, and pg_hba.conf of the server.',
  '3D000': 'Create it first (createdb), or check the name in the address given with --db.',
  '3F000':
    'The user may not create tables there: GRANT CREATE, USAGE ON SCHEMA public, or make it the owner of the database.',
  '42501':
    'The user may not create tables or the extension postgis: have the owner run CREATE EXTENSION postgis and GRANT CREATE ON SCHEMA public.',
  '0A000': 'PostGIS is not installed on the server.',
  '58P01': 'PostGIS is not installed on the server.',
  '25006': 'It is read-only and has no tables of this version: use the address of the primary.',
};

/** Class 08: connection exceptions. 57P01–57P03: shut down, crashed, starting. 25P03: idle-in-transaction timeout. */
const connectionStates = /^(?:08...|57P0[123]|25P03)$/;
const systemCodes = /^(?:ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_|ENOENT)/;
/** Raised by pg itself, without a code, when a connection ends during a query. */
const endedConnection = /^(?:Connection terminated|Client has encountered a connection error|timeout e)/;

export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return connectionStates.test(code) || systemCodes.test(code);
  return endedConnection.test(error.message);
}

/** Conflicts with another transaction; the same work may succeed when retried. */
export function isConflict(error: unknown): boolean {
  const code = stateOf(error);
  return code === sqlStates.serializationFailure || code === sqlStates.deadlock;
}

/** A server error, recognized by its fields: loading pg takes 100 ms that SQLite users shouldn't pay. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}

/** SQLSTATE of a server error; null for other errors. */
function stateOf(error: unknown): string | null {
  return isDatabaseError(error) ? (error.code ?? null) : null;
}

/** Wraps errors of PostgreSQL and its connections; other errors are returned unchanged. */
export function codedError(error: unknown, operation: 'read' | 'write', database: string): unknown {
  if (isConnectionLoss(error)) return noConnection(database, error);
  const code = stateOf(error);
  if (code === null) return error;
  if (isConflict(error) || code === sqlStates.lockNotAvailable || code === sqlStates.tooManyConnections)
    return new GeotrawlError('store.busy', `The database ${database} is busy: ${(error as Error).message}.`, {
      retry: true,
      cause: error,
    });
  if (code === sqlStates.undefinedTable || code === sqlStates.undefinedColumn)
    return new GeotrawlError(
      'store.migration',
      `The database ${database} has other tables than this version of Geotrawl expects: ${(error as Error).message}. A newer version may have upgraded it: update and restart; nothing already stored is lost.`,
      { cause: error, facts: { database, sqlState: code } },
    );
  if (code === sqlStates.readOnlyTransaction)
    return new GeotrawlError(
      'store.write',
      `The database ${database} is read-only. It can be searched; to write, use the address of the primary.`,
      { cause: error, facts: { database, sqlState: code } },
    );
  const advice =
    code === sqlStates.diskFull ? 'Free space on its disk' : 'Check its log and the permissions of the user';
  const verb = operation === 'read' ? 'read' : 'written';
  const message = `The database ${database} could not be ${verb}: ${(error as Error).message}. ${advice}; nothing already stored is lost.`;
  return new GeotrawlError(`store.${operation}`, message, { cause: error, facts: { sqlState: code } });
}

export function noConnection(database: string, cause: unknown): GeotrawlError {
  return new GeotrawlError(
    'store.connection',
    `No connection to the database ${database}: ${reasonOf(cause)}. Check that PostgreSQL is running and the address given with --db.`,
    { retry: true, cause, facts: { database } },
  );
}

export function openFailed(database: string, cause: unknown): unknown {
  if (!isDatabaseError(cause)) return cause;
  const advice = adviceByState[cause.code ?? ''];
  const message = `Cannot open the database ${database}: ${cause.message}.`;
  return new GeotrawlError('store.open', advice === undefined ? message : `${message} ${advice}`, {
    cause,
    facts: { database, sqlState: cause.code ?? null },
  });
}

/** Node reports failures of several addresses as one AggregateError without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * For work that is repeated anyway: a hint, a heartbeat, an expiring lease. Any error that isn't a database
 * failure is a bug and is thrown.
 */
export function ignoreLoss(error: unknown): void {
  if (!(error instanceof GeotrawlError && error.code.startsWith('store.'))) throw error;
}
