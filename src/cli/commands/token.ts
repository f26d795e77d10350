// `geotrawl token`: API tokens for programs, managed by whoever runs the machine.
import { type Command, InvalidArgumentError } from 'commander';
import { countArgument, type GlobalFlags, listArgument, terminalFor } from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';

interface CreateFlags {
  readonly scopes?: readonly string[];
  readonly days?: number;
}

export function addTokenCommand(program: Command): void {
  const token = program.command('token').description('API tokens for programs');
  token
    .command('create <user> <name>')
    .description('make a token for a person; it is printed once and never again')
    .option('--scopes <scopes>', 'what it is good for: read, crawl, admin (default read)', listArgument)
    .option('--days <n>', 'end it after this many days (default: never)', countArgument)
    .action((user: string, name: string, flags: CreateFlags, command: Command) =>
      create(command.optsWithGlobals<GlobalFlags>(), { user, name, ...flags }),
    );
  token
    .command('list')
    .description('every token with its owner, scopes and last use')
    .option('--json', 'as one JSON array')
    .action((flags: { json?: boolean }, command: Command) =>
      list(command.optsWithGlobals<GlobalFlags>(), flags.json === true),
    );
  token
    .command('revoke <id>')
    .description('end a token')
    .action((id: string, _flags: object, command: Command) => revoke(command.optsWithGlobals<GlobalFlags>(), id));
}

async function create(
  globals: GlobalFlags,
  { user, name, scopes = ['read'], days }: CreateFlags & { user: string; name: string },
): Promise<void> {
  const [{ withPeople, commandLine }, { daysIn, scopeIn }] = await Promise.all([
    import('../with-people.ts'),
    import('../../serve/people/routes.ts'),
  ]);
  await withPeople(globals, async ({ people, byName }) => {
    const wish = { name, scopes: scopes.map(scopeIn), expiresMs: daysIn(days ?? null) };
    const made = await people.makeToken(commandLine, await byName(user), wish);
    const terminal = terminalFor(globals);
    terminal.say('Send it as "Authorization: Bearer …". It is not shown again:');
    terminal.print(made);
  });
}

async function list(globals: GlobalFlags, asJson: boolean): Promise<void> {
  const { withPeople } = await import('../with-people.ts');
  await withPeople(globals, async ({ people }) => {
    const terminal = terminalFor(globals);
    const tokens = await people.tokens(null);
    if (asJson) terminal.print(JSON.stringify(tokens));
    else
      for (const { id, owner, name, scopes, usedMs } of tokens)
        terminal.print(
          `${String(id).padStart(4)}  ${plain(owner).padEnd(16)}  ${scopes.join(',').padEnd(16)}  ${usedMs === null ? 'never used      ' : new Date(usedMs).toISOString().slice(0, 16)}  ${plain(name)}`,
        );
  });
}

async function revoke(globals: GlobalFlags, text: string): Promise<void> {
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError('Give the number `geotrawl token list` shows.');
  const { withPeople, commandLine } = await import('../with-people.ts');
  await withPeople(globals, ({ people }) => people.revokeToken(commandLine, id, null));
  terminalFor(globals).say(`Token ${id} has ended.`);
}
