// The corpus of real documents beside the repository, where there is one.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { makeDocument } from '../../src/base/document.ts';
import type { Document } from '../../src/model/document.ts';

const folder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

export interface CorpusRow {
  readonly file: string;
  readonly kind: string;
  readonly version: string | null;
  readonly flags: readonly string[];
  readonly expected: Readonly<Record<string, unknown>>;
}

/** Rows of `documents/expected.jsonl`. Without the corpus: none and a skipped test that says so; in CI a failure. */
export function corpusRows(): readonly CorpusRow[] {
  const table = `${folder}documents/expected.jsonl`;
  if (existsSync(table))
    return readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const missing = `needs the corpus at ${folder}`;
  if (process.env.CI !== undefined) it(missing, () => Promise.reject(new Error(missing)));
  else it.skip(missing, () => undefined);
  return [];
}

export function corpusDocument(row: CorpusRow): Document {
  const url = `http://corpus.example/${encodeURI(row.file)}`;
  return makeDocument({ url, bytes: readFileSync(`${folder}documents/${row.file}`) });
}

/** Lines of `urls-benchmark.tsv`: label, type and URL. */
export function benchmarkUrls(): readonly {
  readonly isService: boolean;
  readonly type: string;
  readonly url: string;
}[] {
  const table = `${folder}urls-benchmark.tsv`;
  if (!existsSync(table)) return [];
  const lines = readFileSync(table, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [label = '', type = '', url = ''] = line.split('\t');
    return { isService: label === '1', type, url };
  });
}
