// Rows into a table of PostgreSQL by COPY: one message for thousands of them, and nothing to parse or plan.
import type { ClientBase, Connection, Submittable } from 'pg';
import type { SqlValue } from '../sqlite/driver.ts';

/** `columns` quoted as SQL wants them. Answers when the server has taken all of it. */
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

/** What pg calls while the statement runs; it knows COPY only so far that a query of one's own can answer it. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function copyQuery(text: string, bytes: Buffer, done: (error: Error | null) => void): Submittable {
  const handlers = {
    // What it gives back would be taken for a failure.
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

/** COPY, text format: tabs between, a backslash before what would be taken for something else. */
function fieldOf(value: SqlValue): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  return String(value).replace(/[\\\t\n\r]/g, (character) => escapes[character]!);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
