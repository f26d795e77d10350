// `geotrawl db`: backups of the database, and the way back.
import type { Command } from 'commander';
import { GeotrawlError } from '../model/errors.ts';
import { existingDatabase, type GlobalFlags, loadSettings, terminalFor } from './common-options.ts';

export function addDbCommand(program: Command): void {
  const db = program.command('db').description('back up and restore the database');
  db.command('backup <file>')
    .description('copy the database into a new file while everything goes on')
    .action(async (file: string, _flags: object, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const { backUpDatabase } = await import('../store/backup.ts');
      backUpDatabase(existingDatabase(globals), file);
      terminalFor(globals).say(`The database is copied to ${file}.`);
    });
  db.command('restore <file>')
    .description('put a backup in place of the database; what was there is kept beside it')
    .option('--yes', 'do not ask')
    .action(async (file: string, flags: { yes?: boolean }, command: Command) => {
      await restore(command.optsWithGlobals<GlobalFlags>(), file, flags.yes === true);
    });
}

async function restore(globals: GlobalFlags, file: string, isSure: boolean): Promise<void> {
  const terminal = terminalFor(globals);
  const { db } = loadSettings(globals).values;
  if (!isSure && !(await confirm(`Replace ${db} by ${file}? [y/N] `))) {
    throw new GeotrawlError('usage.bad-argument', 'Nothing was changed. Say --yes to restore without being asked.');
  }
  const { restoreDatabase } = await import('../store/backup.ts');
  const kept = restoreDatabase(file, db);
  terminal.say(`${db} is as in ${file}.${kept === null ? '' : ` What was there is kept as ${kept}.`}`);
}

/** Without a terminal nobody can answer. */
async function confirm(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(question);
  asking.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
