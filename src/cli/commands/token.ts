// `geotrawl token`: manages API tokens.
import { type Command, InvalidArgumentError } from 'commander';
import { countArgument, type GlobalFlags, listArgument, terminalFor } from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';

interface CreateFlags {
  readonly scopes?: readonly string[];
  readonly days?: number;
}

export function addTokenCommand(program: Command): void {
  const token = program.command('token').description('manage API tokens');
  token
    .command('create <user> <name>')
    .description('create a token for a user; it is printed only once')
    .option('--scopes <scopes>', 'read, crawl, admin (default read)', listArgument)
    .option('--days <n>', 'days until it expires (default: never)', countArgument)
    .action((user: string, name: string, flags: CreateFlags, command: Command) =>
      create(command.optsWithGlobals<GlobalFlags>(), { user, name, ...flags }),
    );
  token
    .command('list')
    .description('list tokens with owner, scopes and last use')
    .option('--json', 'as one JSON array')
    .action((flags: { json?: boolean }, command: Command) =>
      list(command.optsWithGlobals<GlobalFlags>(), flags.json === true),
    );
  token
    .command('revoke <id>')
    .description('revoke a token')
    .action((id: string, _flags: object, command: Command) => revoke(command.optsWithGlobals<GlobalFlags>(), id));
}

async function create(
  globals: GlobalFlags,
  { user, name, scopes = ['read'], days }: CreateFlags & { user: string; name: string },
): Promise<void> {
  const [{ withAccounts, commandLine }, { daysIn, scopeIn }] = await Promise.all([
    import('../options/with-accounts.ts'),
    import('../../serve/auth/routes.ts'),
  ]);
  await withAccounts(globals, async ({ people, byName }) => {
    const request = { name, scopes: scopes.map(scopeIn), expiresMs: daysIn(days ?? null) };
    const token = await people.makeToken(commandLine, await byName(user), request);
    const terminal = terminalFor(globals);
    terminal.say('Send it as "Authorization: Bearer …". It is not shown again:');
    terminal.print(token);
  });
}

async function list(globals: GlobalFlags, asJson: boolean): Promise<void> {
  const { withAccounts } = await import('../options/with-accounts.ts');
  await withAccounts(globals, async ({ people }) => {
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
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError('Give the id shown by `geotrawl token list`.');
  const { withAccounts, commandLine } = await import('../options/with-accounts.ts');
  await withAccounts(globals, ({ people }) => people.revokeToken(commandLine, id, null));
  terminalFor(globals).say(`Token ${id} revoked.`);
}
