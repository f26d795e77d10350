// Writes sections of bench/RESULTS.md. As a program it runs other benches and stores their output:
//
//   npx tsx bench/results.ts frontier extract wms search
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('./RESULTS.md', import.meta.url));
const opening = `# Results

What the benches measured, newest run of each. Machines differ: read the ratios inside one table. \`npm run bench:crawl\` and
its neighbors write their own section.
`;

export function machine(): string {
  const memoryGb = (totalmem() / 2 ** 30).toFixed(0);
  const load = loadavg()[0]?.toFixed(1);
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memoryGb} GB, Node ${process.versions.node}, load ${load}, ${new Date().toISOString().slice(0, 10)}`;
}

/** The arguments after the name of a bench on the command line. */
export function givenArguments(): string {
  const given = process.argv.slice(2).join(' ');
  return given === '' ? '' : ` ${given}`;
}

/** Replaces the section of this title, or adds it at the end. */
export function writeSection(title: string, body: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : opening;
  const [first = '', ...sections] = text.split(/^(?=## )/m);
  const section = `## ${title}\n\n${body.trim()}\n`;
  const others = sections.map((one) => (one.startsWith(`## ${title}\n`) ? section : `${one.trim()}\n`));
  const isNew = !sections.some((one) => one.startsWith(`## ${title}\n`));
  writeFileSync(file, [`${first.trim()}\n`, ...others, ...(isNew ? [section] : [])].join('\n'));
}

function keepOutput(name: string, parameters: readonly string[]): boolean {
  const bench = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const command = ['npx', 'tsx', `bench/${name}.ts`, ...parameters].join(' ');
  console.log(command);
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', bench, ...parameters], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) return false;
  // Benches print tables as Markdown or as aligned text; the latter must not be reflowed.
  const isMarkdown = /^\|.*\|$/m.test(stdout);
  const body = isMarkdown ? stdout.trim() : `\`\`\`\n${stdout.trimEnd()}\n\`\`\``;
  writeSection(`bench/${name}`, `\`${command}\` on ${machine()}\n\n${body}`);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = process.argv.slice(2).filter((name) => !keepOutput(name, []));
  for (const name of failed) console.error(`bench/${name}.ts failed; its section is as it was`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
