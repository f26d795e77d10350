// `geotrawl db`: backs up, restores and copies the database.
import type { Command } from 'commander';
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { isPostgresAddress, shownDatabase } from '../../store/sql/database-address.ts';
import {
  existingDatabase,
  type GlobalFlags,
  loadSettings,
  requireFile,
  terminalFor,
} from '../options/common-options.ts';

export function addDbCommand(program: Command): void {
  const db = program.command('db').description('back up, restore and copy the database');
  db.command('backup <file>')
    .description('back up the database to a new file, without stopping anything')
    .action(async (file: string, _flags: object, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      refusePostgres(loadSettings(globals).values.db, 'pg_dump --format=custom');
      const { backUpDatabase } = await import('../../store/backup.ts');
      backUpDatabase(existingDatabase(globals), file);
      terminalFor(globals).say(`Backup written to ${file}.`);
    });
  db.command('restore <file>')
    .description('replace the database with a backup; the old file is kept')
    .option('--yes', 'skip the confirmation')
    .action(async (file: string, flags: { yes?: boolean }, command: Command) => {
      await restore(command.optsWithGlobals<GlobalFlags>(), file, flags.yes === true);
    });
  db.command('copy <from> <to>')
    .description('copy everything into a new database: a file, or postgres://user@host/name')
    .action(async (from: string, to: string, _flags: object, command: Command) => {
      await copy(from, to, command.optsWithGlobals<GlobalFlags>());
    });
}

async function copy(from: string, to: string, globals: GlobalFlags): Promise<void> {
  requireFile(from);
  const { openStore } = await import('../../store/open-store.ts');
  const { copyDatabase } = await import('../../store/copy-database.ts');
  const { settleCopiedFrontier } = await import('../../frontier/rebuild-copied-frontier.ts');
  const { publishCopied, readWrites } = await import('../../search/replica/publish-copied.ts');
  const { isSqlite } = await import('../../store/sqlite/sqlite.ts');
  const source = openStore(from);
  const target = openStore(to);
  try {
    const writes = isSqlite(source) ? readWrites(source) : 0;
    const { tables, rows } = await copyDatabase(source, target, settleCopiedFrontier);
    const shown = `Copied ${shownDatabase(from)} to ${shownDatabase(to)}: ${rows} rows in ${tables} tables.`;
    const hasIndex =
      isSqlite(source) && !isSqlite(target) && (await publishCopied(source, target as PostgresStore, writes));
    terminalFor(globals).say(
      `${shown} ${hasIndex ? 'The search index was copied, too.' : 'The first search builds the search index.'}`,
    );
  } finally {
    await source.close();
    await target.close();
  }
}

/** PostgreSQL's own tools also cover roles, permissions and settings. */
function refusePostgres(db: string, tool: string): void {
  if (!isPostgresAddress(db)) return;
  throw new GeotrawlError(
    'usage.bad-argument',
    `${shownDatabase(db)} is a PostgreSQL database: use ${tool}, or copy it into a file with \`geotrawl db copy\`.`,
  );
}

async function restore(globals: GlobalFlags, file: string, isSure: boolean): Promise<void> {
  const terminal = terminalFor(globals);
  const { db } = loadSettings(globals).values;
  refusePostgres(db, 'pg_restore --clean');
  if (!isSure && !(await confirm(`Replace ${db} with ${file}? [y/N] `))) {
    throw new GeotrawlError('usage.bad-argument', 'Nothing changed. Use --yes to restore without confirmation.');
  }
  const { restoreDatabase } = await import('../../store/backup.ts');
  const kept = restoreDatabase(file, db);
  terminal.say(`Restored ${db} from ${file}.${kept === null ? '' : ` The old database is ${kept}.`}`);
}

/** False without a terminal. */
async function confirm(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(question);
  prompt.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
