// Draws docs/demo.svg, the picture of the README, from what the program prints: `npm run build && npx tsx scripts/readme-picture.mts`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const columns = 104;
const lineHeight = 19;
/** Width of a character of the monospace font at 14 px, a little generous: fonts differ. */
const characterWidth = 8.5;
const margin = 18;
const foundShown = 6;

interface Line {
  readonly text: string;
  readonly style: 'typed' | 'data' | 'message';
}

function run(folder: string, parameters: readonly string[]): { data: string[]; messages: string[] } {
  const command = `${root}dist/src/cli/main.js`;
  const result = spawnSync(process.execPath, [command, ...parameters], { cwd: folder, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`geotrawl ${parameters.join(' ')} failed:\n${result.stderr}`);
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  return { data: lines(result.stdout), messages: lines(result.stderr) };
}

function screen(): Line[] {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-picture-'));
  try {
    const demo = run(folder, ['demo']);
    const search = run(folder, ['search', 'forest', '--db', 'geotrawl-data/demo.db']);
    const data = (text: string): Line => ({ text, style: 'data' });
    const message = (text: string): Line => ({ text, style: 'message' });
    return [
      { text: '$ npm start', style: 'typed' },
      ...demo.messages.slice(0, 2).map(message),
      ...demo.data.slice(0, foundShown).map(data),
      message('…'),
      ...demo.messages.filter((line) => line.startsWith('Done')).map(message),
      { text: '$ npx geotrawl search forest --db geotrawl-data/demo.db', style: 'typed' },
      ...search.data.map(data),
      ...search.messages.map(message),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A dark background, so that it looks the same on light and dark pages. */
function draw(lines: readonly Line[]): string {
  const cut = lines.map(({ text, style }) => ({
    style,
    text: text.length > columns ? `${text.slice(0, columns - 1)}…` : text,
  }));
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  const rows = cut.map(
    ({ text, style }, index) =>
      `<text x="${margin}" y="${margin + 14 + index * lineHeight}" class="${style}" xml:space="preserve">${escapeXml(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: npm start finds map services, then a search lists two of them">
<style>
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dde5 }
.typed { fill: #ffffff; font-weight: bold }
.message { fill: #8fa3b8 }
</style>
<rect width="100%" height="100%" rx="10" fill="#16202b" stroke="#3c4a5a"/>
${rows.join('\n')}
</svg>
`;
}

writeFileSync(`${root}docs/demo.svg`, draw(screen()));
