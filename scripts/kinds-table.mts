// Writes the table of docs/kinds.md and the words of src/kind-words.ts from the registry: `npx tsx scripts/kinds-table.mts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { kinds } from '../src/kinds/index.ts';
import type { ResourceKind } from '../src/model/kind.ts';

const page = new URL('../docs/kinds.md', import.meta.url);
const words = new URL('../src/catalog/kind-terms.ts', import.meta.url);
const begin = '<!-- table: begin -->\n';
const end = '<!-- table: end -->';

export function kindsTable(registry: readonly ResourceKind[]): string {
  const rows = registry.map(
    ({ id, title, family, dataset, tier, specification }) =>
      `| \`${id}\` | ${title} | ${family} | ${dataset} | ${tier} | ${specification} |`,
  );
  const heading = '| id | title | family | a dataset is | tier | specification |';
  return [heading, '|---|---|---|---|---|---|', ...rows, ''].join('\n');
}

/** As the formatter would have it. */
export function kindWords(registry: readonly ResourceKind[]): string {
  const quoted = (id: string) => (/^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`);
  const rows = registry.map(({ id, dataset }) => `  ${quoted(id)}: '${dataset}',`);
  return `// What each kind calls its datasets. Written by \`npx tsx scripts/kinds-table.mts\`: commands that only show records need not load the kinds.
export const kindWords: Readonly<Record<string, string>> = {
${rows.toSorted().join('\n')}
};
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(begin) + begin.length;
  writeFileSync(page, text.slice(0, start) + kindsTable(kinds) + text.slice(text.indexOf(end)));
  writeFileSync(words, kindWords(kinds));
}
