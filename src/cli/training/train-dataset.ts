// Examples to train categories from: a folder with one folder per category, or a table with a column that names it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Example } from '../../classify/prediction.ts';
import type { ComponentTexts } from '../../classify/text-features.ts';
import { readCsvTable } from '../../kinds/files/vector/csv-table.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { textsOfDocument } from './category-texts.ts';

/** Columns that name the category, where nobody says which. */
const labelColumns = ['category', 'label', 'class', 'topic', 'theme'];

export interface Dataset {
  readonly examples: readonly Example<ComponentTexts>[];
  /** Files and rows without a category or without text. */
  readonly skipped: number;
}

export function readDataset(path: string, labelColumn: string | null): Dataset {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === undefined) throw badDataset(`There is no ${path}.`);
  const all = [...(isFolder ? folderExamples(path) : tableExamples(path, labelColumn))];
  const examples = all.filter(({ label, features }) => label !== '' && hasText(features));
  const classes = new Set(examples.map(({ label }) => label));
  if (classes.size < 2)
    throw badDataset(
      `${path} has examples of ${classes.size} ${classes.size === 1 ? 'category' : 'categories'}; at least two are needed.`,
    );
  return { examples, skipped: all.length - examples.length };
}

function* folderExamples(path: string): Generator<Example<ComponentTexts>> {
  for (const category of readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = join(path, category.name);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(folder, entry.name);
      yield { features: textsOfDocument(pathToFileURL(file).href, readFileSync(file)), label: category.name };
    }
  }
}

/** Every column but the label's is a kind of text of its own. */
function* tableExamples(path: string, wanted: string | null): Generator<Example<ComponentTexts>> {
  const table = readCsvTable(readFileSync(path, 'utf8'));
  if (table === null) throw badDataset(`${path} is no table: its first line must name at least two columns.`);
  const names = table.header.map((name) => name.trim());
  const label = labelIndex(names, wanted);
  if (label < 0) {
    const missing = wanted === null ? `none of ${labelColumns.join(', ')}` : `no column "${wanted}"`;
    throw badDataset(`${path} has ${missing} among its columns (${names.join(', ')}). Name the one with --label.`);
  }
  for (const row of table.rows()) {
    const texts = names.flatMap((name, at) => (at === label ? [] : [[name, row[at] ?? ''] as const]));
    yield { features: { texts: Object.fromEntries(texts) }, label: (row[label] ?? '').trim() };
  }
}

function labelIndex(names: readonly string[], wanted: string | null): number {
  const lower = names.map((name) => name.toLowerCase());
  if (wanted !== null) return lower.indexOf(wanted.toLowerCase());
  return labelColumns.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1;
}

function hasText({ texts }: ComponentTexts): boolean {
  return Object.values(texts).some((text) => text.trim() !== '');
}

function badDataset(message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message);
}
