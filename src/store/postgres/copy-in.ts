// Loads rows into a PostgreSQL table with COPY: one message for thousands of rows, without parsing or planning.
import type { ClientBase, Connection, Submittable } from 'pg';
import type { SqlValue } from '../sql/sql.ts';

/** `columns` are quoted identifiers. Resolves when the server has accepted all rows. */
export function copyIn(
  client: ClientBase,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const text = `COPY ${table}(${columns.join(', ')}) FROM STDIN`;
  const lines = rows.map((row) => `${row.map(fieldOf).join('\t')}\n`).join('');
  return new Promise((resolve, reject) => {
    client.query(copyQuery(text, Buffer.from(lines), (error) => (error === null ? resolve() : reject(error))));
  });
}

/** The callbacks pg invokes while the statement runs. pg supports COPY only through a custom Submittable. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function copyQuery(text: string, bytes: Buffer, done: (error: Error | null) => void): Submittable {
  const handlers = {
    // A returned value would be treated as a failure.
    submit: (connection: Connection) => void connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) => {
      connection.sendCopyFromChunk(bytes);
      connection.endCopyFrom();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done(null),
    handleError: (error: Error) => done(error),
  };
  return handlers;
}

/** COPY text format: tab-separated, special characters escaped with a backslash. */
function fieldOf(value: SqlValue): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  return String(value).replace(/[\\\t\n\r]/g, (character) => escapes[character]!);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
