// `geotrawl mcp`: the catalog as tools for language models, over stdin and stdout.
import type { Command } from 'commander';
import { openCatalog } from '../../open-catalog.ts';
import { existingDatabase, type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';
import { packageVersion } from '../options/package-version.ts';

const examples = `
MCP clients start it themselves; configure them with
  { "command": "geotrawl", "args": ["mcp", "--db", "geotrawl-data/geotrawl.db"] }`;

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the catalog to language models (Model Context Protocol, stdio)')
    .addHelpText('after', examples)
    .action(async (_flags: object, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const terminal = terminalFor(globals);
      const settings = loadSettings(globals).values;
      const catalog = openCatalog({ db: existingDatabase(globals), cacheFolder: settings['cache.folder'] });
      try {
        const [{ serveMcp }, { mcpTools }, { probe }] = await Promise.all([
          import('../../serve/mcp/mcp-server.ts'),
          import('../../serve/mcp/mcp-tools.ts'),
          import('../../probe.ts'),
        ]);
        const probeUrl = async (url: string, signal: AbortSignal) => {
          const results: unknown[] = [];
          for await (const result of probe(url, { settings }, signal)) results.push(result);
          return results;
        };
        await serveMcp({
          tools: mcpTools(catalog, probeUrl),
          version: packageVersion(),
          input: process.stdin,
          output: process.stdout,
          onFailure: (error) =>
            terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error)),
        });
      } finally {
        await catalog.close();
      }
    });
}
