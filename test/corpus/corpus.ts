// The corpus of real documents beside the repository, where there is one.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import type { Document } from '../../src/model/document.ts';

const folder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

export interface CorpusRow {
  readonly file: string;
  readonly kind: string;
  readonly version: string | null;
  readonly flags: readonly string[];
  readonly expected: Readonly<Record<string, unknown>>;
}

/** Rows of `documents/expected.jsonl`. Without the corpus: none and a skipped test; in CI a failure. */
export function corpusRows(): readonly CorpusRow[] {
  const table = `${folder}documents/expected.jsonl`;
  if (existsSync(table))
    return readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  reportMissing();
  return [];
}

function reportMissing(): void {
  const missing = `needs the corpus at ${folder}`;
  if (process.env.CI !== undefined) it(missing, () => Promise.reject(new Error(missing)));
  else it.skip(missing, () => undefined);
}

export function corpusDocument(row: CorpusRow): Document {
  const url = `http://corpus.example/${encodeURI(row.file)}`;
  return makeDocument({ url, bytes: readFileSync(corpusPath(row)) });
}

/** The file of the document, for other programs. */
export function corpusPath(row: CorpusRow): string {
  return `${folder}documents/${row.file}`;
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

/** A line of `wsdl/labels.tsv`, its columns by name. */
export type WsdlRow = Readonly<Record<string, string>> & { readonly file: string; readonly collection: string };

/** Without the corpus: as `corpusRows`. */
export function wsdlRows(): readonly WsdlRow[] {
  const table = `${folder}wsdl/labels.tsv`;
  if (!existsSync(table)) {
    reportMissing();
    return [];
  }
  const [head = '', ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const columns = line.split('\t').map((value, index) => [names[index] ?? '', value] as const);
    return Object.fromEntries(columns) as WsdlRow;
  });
}

export function wsdlDocument({ file }: WsdlRow): Document {
  const url = `http://corpus.example/${encodeURI(file)}`;
  return makeDocument({ url, bytes: readFileSync(`${folder}wsdl/${file}`) });
}

/** The registry of portals; '' and a skipped test without the corpus. */
export function portalTable(): string {
  const table = `${folder}portals.tsv`;
  if (existsSync(table)) return readFileSync(table, 'utf8');
  reportMissing();
  return '';
}
