// `geotrawl user`: the people of the server, managed by whoever runs the machine.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { PersonRow } from '../../serve/auth/account-table.ts';
import { type GlobalFlags, terminalFor } from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';

const roleNames = ['guest', 'user', 'admin'] as const;
type Role = (typeof roleNames)[number];

export function addUserCommand(program: Command): void {
  const user = program.command('user').description('people who may log in to the server, and what they may do');
  user
    .command('add <name>')
    .description('let somebody in; prints a one-time link by which they set their password')
    .addOption(new Option('--role <role>', 'what they may do').choices(roleNames).default('user'))
    .action((name: string, flags: { role: Role }, command: Command) => add(globalsOf(command), name, flags.role));
  user
    .command('list')
    .description('everybody, with role and when they were last here')
    .option('--json', 'as one JSON array')
    .action((flags: { json?: boolean }, command: Command) => list(globalsOf(command), flags.json === true));
  user
    .command('role <name> <role>')
    .description('make somebody guest, user or admin')
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
    .description('remove somebody with their sessions and tokens; what they found stays')
    .action((name: string, _flags: object, command: Command) => remove(globalsOf(command), name));
}

function globalsOf(command: Command): GlobalFlags {
  return command.optsWithGlobals<GlobalFlags>();
}

/** Loaded here, so that other commands start without it. */
const opened = () => import('../with-people.ts');

async function add(globals: GlobalFlags, name: string, role: Role): Promise<void> {
  const { withPeople, commandLine } = await opened();
  await withPeople(globals, async ({ people, linkTo }) => {
    const { person, link } = await people.add(commandLine, { name, role });
    const terminal = terminalFor(globals);
    terminal.say(`${person.name} may log in as ${person.role}, once the password is set here within a day:`);
    terminal.print(linkTo(link));
  });
}

async function list(globals: GlobalFlags, asJson: boolean): Promise<void> {
  const { withPeople } = await opened();
  await withPeople(globals, async ({ people }) => {
    const terminal = terminalFor(globals);
    const everybody = await people.list();
    if (asJson) terminal.print(JSON.stringify(everybody.map(personJson)));
    else for (const person of everybody) terminal.print(personLine(person));
    if (everybody.length === 0) terminal.say('Nobody yet: `geotrawl serve` prints a link for the first administrator.');
  });
}

async function setRole(globals: GlobalFlags, name: string, role: string): Promise<void> {
  const [{ withPeople, commandLine }, { roleIn }] = await Promise.all([
    opened(),
    import('../../serve/people/routes.ts'),
  ]);
  await withPeople(globals, async ({ people, byName }) => {
    const person = await people.setRole(commandLine, (await byName(name)).id, roleIn(role));
    terminalFor(globals).say(`${person.name} is ${person.role} now.`);
  });
}

async function setPassword(globals: GlobalFlags, name: string): Promise<void> {
  const { withPeople, commandLine } = await opened();
  await withPeople(globals, async ({ people, byName }) => {
    const { id } = await byName(name);
    terminalFor(globals).say('Reading the password from stdin, up to the end of the line.');
    const [password = ''] = readFileSync(0, 'utf8').split(/\r?\n/);
    await people.setPassword(commandLine, id, password);
    terminalFor(globals).say(`The password of ${name} is set; sessions with the old one have ended.`);
  });
}

async function reset(globals: GlobalFlags, name: string): Promise<void> {
  const { withPeople, commandLine } = await opened();
  await withPeople(globals, async ({ people, byName, linkTo }) => {
    terminalFor(globals).print(linkTo(await people.reset(commandLine, (await byName(name)).id)));
  });
}

async function remove(globals: GlobalFlags, name: string): Promise<void> {
  const { withPeople, commandLine } = await opened();
  await withPeople(globals, async ({ people, byName }) => {
    await people.remove(commandLine, (await byName(name)).id);
    terminalFor(globals).say(`${name} is gone. Their crawls have stopped; what these found stays.`);
  });
}

function personJson({ name, role, createdMs, hasPassword, seenMs }: PersonRow) {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return { name, role, created: iso(createdMs), hasPassword, seen: iso(seenMs) };
}

function personLine({ name, role, hasPassword, seenMs }: PersonRow): string {
  const seen = seenMs === null ? 'not here' : `last here ${new Date(seenMs).toISOString().slice(0, 16)}Z`;
  return `${plain(name).padEnd(24)}  ${role.padEnd(5)}  ${hasPassword ? seen : 'has not set a password yet'}`;
}
