// Growth and decay as tables: Markdown for reading, rows for spreadsheets.
import type { Decay, DecayGroup } from './decay.ts';

type Cell = string | number;

/** Unknown servers and countries are labeled as such. */
const unknown = '(unknown)';

export function decayMarkdown({ months, countries, servers, kinds }: Decay): string {
  const rows = (groups: readonly DecayGroup[]) =>
    groups.map(({ name, found, died, revived, resources, up, degraded, down, unchecked }) => [
      ...[name || unknown, found, died, revived, resources, up, degraded, down, unchecked],
    ]);
  const heads = ['new', 'dead', 'revived', 'now', 'up', 'degraded', 'down', 'unchecked'];
  return [
    table(
      ['month', 'new', 'dead', 'revived', 'alive'],
      months.map(({ month, found, died, revived, alive }) => [month, found, died, revived, alive]),
    ),
    table(['country', ...heads], rows(countries)),
    table(['server', ...heads], rows(servers)),
    table(['kind', ...heads], rows(kinds)),
  ].join('\n\n');
}

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

/** One row per group and month, the whole catalog first, ready for a pivot table. */
export function decayRows({ months, countries, servers, kinds }: Decay): readonly (readonly Cell[])[] {
  const groups = (by: string, of: readonly DecayGroup[]) =>
    of.flatMap(({ name, months: own }) => own.map((one) => rowOf(by, name, one)));
  return [
    ['by', 'name', 'month', 'new', 'dead', 'revived', 'alive'],
    ...months.map((one) => rowOf('all', '', one)),
    ...groups('country', countries),
    ...groups('server', servers),
    ...groups('kind', kinds),
  ];
}

function rowOf(by: string, name: string, { month, found, died, revived, alive }: Decay['months'][number]) {
  return [by, name, month, found, died, revived, alive];
}
