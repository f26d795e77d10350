// `geotrawl user`: manages the server's user accounts.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { AccountRow } from '../../serve/auth/account-table.ts';
import { type GlobalFlags, terminalFor } from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';

const roleNames = ['guest', 'user', 'admin'] as const;
type Role = (typeof roleNames)[number];

export function addUserCommand(program: Command): void {
  const user = program.command('user').description('manage user accounts of the server');
  user
    .command('add <name>')
    .description('create a user; prints a one-time link to set the password')
    .addOption(new Option('--role <role>', 'role').choices(roleNames).default('user'))
    .action((name: string, flags: { role: Role }, command: Command) => add(globalsOf(command), name, flags.role));
  user
    .command('list')
    .description('list users with role and last activity')
    .option('--json', 'as one JSON array')
    .action((flags: { json?: boolean }, command: Command) => list(globalsOf(command), flags.json === true));
  user
    .command('role <name> <role>')
    .description('change the role of a user: guest, user or admin')
    .action((name: string, role: string, _flags: object, command: Command) => setRole(globalsOf(command), name, role));
  user
    .command('passwd <name>')
    .description('set a password, read from stdin')
    .action((name: string, _flags: object, command: Command) => setPassword(globalsOf(command), name));
  user
    .command('reset <name>')
    .description('print a one-time link for a new password')
    .action((name: string, _flags: object, command: Command) => reset(globalsOf(command), name));
  user
    .command('rm <name>')
    .description('remove a user with sessions and tokens; their results stay')
    .action((name: string, _flags: object, command: Command) => remove(globalsOf(command), name));
}

function globalsOf(command: Command): GlobalFlags {
  return command.optsWithGlobals<GlobalFlags>();
}

/** Loaded on demand, so that other commands start faster. */
const opened = () => import('../options/with-accounts.ts');

async function add(globals: GlobalFlags, name: string, role: Role): Promise<void> {
  const { withAccounts, commandLine } = await opened();
  await withAccounts(globals, async ({ people, linkTo }) => {
    const { person, link } = await people.add(commandLine, { name, role });
    const terminal = terminalFor(globals);
    terminal.say(`Created ${person.role} ${person.name}. Set the password here (link expires in 24 hours):`);
    terminal.print(linkTo(link));
  });
}

async function list(globals: GlobalFlags, asJson: boolean): Promise<void> {
  const { withAccounts } = await opened();
  await withAccounts(globals, async ({ people }) => {
    const terminal = terminalFor(globals);
    const users = await people.list();
    if (asJson) terminal.print(JSON.stringify(users.map(personJson)));
    else for (const person of users) terminal.print(personLine(person));
    if (users.length === 0)
      terminal.say('No users yet. `geotrawl serve` prints a link to create the first admin account.');
  });
}

async function setRole(globals: GlobalFlags, name: string, role: string): Promise<void> {
  const [{ withAccounts, commandLine }, { roleIn }] = await Promise.all([
    opened(),
    import('../../serve/auth/routes.ts'),
  ]);
  await withAccounts(globals, async ({ people, byName }) => {
    const person = await people.setRole(commandLine, (await byName(name)).id, roleIn(role));
    terminalFor(globals).say(`${person.name} now has the role ${person.role}.`);
  });
}

async function setPassword(globals: GlobalFlags, name: string): Promise<void> {
  const { withAccounts, commandLine } = await opened();
  await withAccounts(globals, async ({ people, byName }) => {
    const { id } = await byName(name);
    terminalFor(globals).say('Reading the password from stdin (one line).');
    const [password = ''] = readFileSync(0, 'utf8').split(/\r?\n/);
    await people.setPassword(commandLine, id, password);
    terminalFor(globals).say(`Password of ${name} changed. Existing sessions were logged out.`);
  });
}

async function reset(globals: GlobalFlags, name: string): Promise<void> {
  const { withAccounts, commandLine } = await opened();
  await withAccounts(globals, async ({ people, byName, linkTo }) => {
    terminalFor(globals).print(linkTo(await people.reset(commandLine, (await byName(name)).id)));
  });
}

async function remove(globals: GlobalFlags, name: string): Promise<void> {
  const { withAccounts, commandLine } = await opened();
  await withAccounts(globals, async ({ people, byName }) => {
    await people.remove(commandLine, (await byName(name)).id);
    terminalFor(globals).say(`Removed ${name}. Their crawls were stopped; the results stay.`);
  });
}

function personJson({ name, role, createdMs, hasPassword, seenMs }: AccountRow) {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return { name, role, created: iso(createdMs), hasPassword, seen: iso(seenMs) };
}

function personLine({ name, role, hasPassword, seenMs }: AccountRow): string {
  const seen = seenMs === null ? 'never active' : `last active ${new Date(seenMs).toISOString().slice(0, 16)}Z`;
  return `${plain(name).padEnd(24)}  ${role.padEnd(5)}  ${hasPassword ? seen : 'no password yet'}`;
}
