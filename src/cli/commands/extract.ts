// `geotrawl extract`: which services does a file name? Reads scripts, pages and configurations; nothing is fetched or run.
import { basename } from 'node:path';
import type { Command } from 'commander';
import { makeDocument } from '../../base/document/document.ts';
import { type FileCandidate, fileCandidates } from '../../extract/file-candidates.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import { isVisitable } from '../is-visitable.ts';
import { type GlobalFlags, terminalFor } from '../options/common-options.ts';
import { readSaved } from '../options/read-saved.ts';
import { exitCodes } from '../output/exit-code.ts';

interface ExtractFlags {
  readonly file: string;
  readonly baseUrl?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly failEmpty?: boolean;
}

const examples = `
Examples:
  $ geotrawl extract --file map.js
  $ geotrawl extract --file index.html --base-url https://example.org/viewer/
  $ curl -s https://example.org/app.js | geotrawl extract --file - --json`;

export function addExtractCommand(program: Command): void {
  program
    .command('extract')
    .description('list the services that a script, page or configuration names')
    .requiredOption('--file <path>', 'the file to read, - for stdin')
    .option('--base-url <url>', 'where the file came from: relative addresses are completed with it')
    .option('--all', 'also addresses no crawl can visit: of private networks, or relative without --base-url')
    .option('--json', 'print one JSON object per line')
    .option('--fail-empty', 'exit with 3 when the file names no service')
    .addHelpText('after', examples)
    .action((flags: ExtractFlags, self: Command) => {
      const terminal = terminalFor(self.optsWithGlobals<GlobalFlags>());
      const named = read(flags);
      const found = flags.all ? named : named.filter(({ url }) => isVisitable(url));
      if (found.length < named.length)
        terminal.say(`${named.length - found.length} relative or private addresses left out; --all prints them.`);
      for (const candidate of found) terminal.print(flags.json ? JSON.stringify(candidate) : candidate.url);
      if (flags.failEmpty && found.length === 0) process.exitCode = exitCodes.nothingFound;
    });
}

function read({ file, baseUrl }: ExtractFlags): readonly FileCandidate[] {
  const pageUrl = baseUrl === undefined ? null : parseSeed(baseUrl);
  // The charset is found as for an answer of a server.
  const document = makeDocument({ url: pageUrl ?? 'file:///', bytes: readSaved(file) });
  return fileCandidates(document.text(), { name: file === '-' ? '' : basename(file), pageUrl });
}
