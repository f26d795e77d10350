// Writes the table of docs/kinds.md from the registry: `npx tsx scripts/kinds-table.mts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { kinds } from '../src/kinds/index.ts';
import type { ResourceKind } from '../src/model/kind.ts';

const page = new URL('../docs/kinds.md', import.meta.url);
const begin = '<!-- table: begin -->\n';
const end = '<!-- table: end -->';

/** How a kind is treated: `described` reads layers and extents, `checked` also has a scored operation. */
function tier(kind: ResourceKind): string {
  return kind.check === undefined ? 'described' : 'checked';
}

export function kindsTable(registry: readonly ResourceKind[]): string {
  const rows = registry.map(
    (kind) => `| \`${kind.id}\` | ${kind.title} | ${kind.family} | ${kind.specification} | ${tier(kind)} |`,
  );
  return ['| id | title | family | specification | tier |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(begin) + begin.length;
  writeFileSync(page, text.slice(0, start) + kindsTable(kinds) + text.slice(text.indexOf(end)));
}
