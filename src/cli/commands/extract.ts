// `geotrawl extract`: lists services referenced in a script, page or configuration, without fetching or running anything.
import { basename } from 'node:path';
import type { Command } from 'commander';
import { makeDocument } from '../../base/document/document.ts';
import { type FileCandidate, fileCandidates } from '../../extract/file-candidates.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import { type GlobalFlags, terminalFor } from '../options/common-options.ts';
import { isVisitable } from '../options/is-visitable.ts';
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
    .description('list the services referenced in a script, page or configuration')
    .requiredOption('--file <path>', 'the file to read, - for stdin')
    .option('--base-url <url>', 'original URL of the file, to resolve relative URLs')
    .option('--all', "also URLs a crawl can't visit: private networks, or relative without --base-url")
    .option('--json', 'print one JSON object per line')
    .option('--fail-empty', 'exit with 3 when the file references no service')
    .addHelpText('after', examples)
    .action((flags: ExtractFlags, self: Command) => {
      const terminal = terminalFor(self.optsWithGlobals<GlobalFlags>());
      const named = read(flags);
      const found = flags.all ? named : named.filter(({ url }) => isVisitable(url));
      if (found.length < named.length)
        terminal.say(`${named.length - found.length} relative or private URLs skipped; --all prints them.`);
      for (const candidate of found) terminal.print(flags.json ? JSON.stringify(candidate) : candidate.url);
      if (flags.failEmpty && found.length === 0) process.exitCode = exitCodes.nothingFound;
    });
}

function read({ file, baseUrl }: ExtractFlags): readonly FileCandidate[] {
  const pageUrl = baseUrl === undefined ? null : parseSeed(baseUrl);
  // The charset is detected as for an HTTP response.
  const document = makeDocument({ url: pageUrl ?? 'file:///', bytes: readSaved(file) });
  return fileCandidates(document.text(), { name: file === '-' ? '' : basename(file), pageUrl });
}
