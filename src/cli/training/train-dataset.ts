// Reads training examples: a folder with one subfolder per category, or a table with a category column.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Example } from '../../classify/prediction.ts';
import type { ComponentTexts } from '../../classify/text-features.ts';
import { readCsvTable } from '../../kinds/files/vector/csv-table.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { textsOfDocument } from './category-texts.ts';

/** Default names of the category column. */
const labelColumns = ['category', 'label', 'class', 'topic', 'theme'];

export interface Dataset {
  readonly examples: readonly Example<ComponentTexts>[];
  /** Files and rows without a category or without text. */
  readonly skipped: number;
}

export function readDataset(path: string, labelColumn: string | null): Dataset {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === undefined) throw badDataset(`No such file or folder: ${path}.`);
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

/** Every other column is a text component. */
function* tableExamples(path: string, labelColumn: string | null): Generator<Example<ComponentTexts>> {
  const table = readCsvTable(readFileSync(path, 'utf8'));
  if (table === null) throw badDataset(`${path} isn't a table. Its first line must name at least two columns.`);
  const names = table.header.map((name) => name.trim());
  const label = labelIndex(names, labelColumn);
  if (label < 0) {
    const missing = labelColumn === null ? `none of ${labelColumns.join(', ')}` : `no column "${labelColumn}"`;
    throw badDataset(`${path} has ${missing} among its columns (${names.join(', ')}). Choose one with --label.`);
  }
  for (const row of table.rows()) {
    const texts = names.flatMap((name, at) => (at === label ? [] : [[name, row[at] ?? ''] as const]));
    yield { features: { texts: Object.fromEntries(texts) }, label: (row[label] ?? '').trim() };
  }
}

function labelIndex(names: readonly string[], labelColumn: string | null): number {
  const lower = names.map((name) => name.toLowerCase());
  if (labelColumn !== null) return lower.indexOf(labelColumn.toLowerCase());
  return labelColumns.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1;
}

function hasText({ texts }: ComponentTexts): boolean {
  return Object.values(texts).some((text) => text.trim() !== '');
}

function badDataset(message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message);
}
