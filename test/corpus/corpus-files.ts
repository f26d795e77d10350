// The corpus for scripts and the laboratory, which fail without it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeDocument } from '../../src/base/document/document.ts';
import type { Document } from '../../src/model/document.ts';

const folder = fileURLToPath(new URL('../../../shared/corpus/documents/', import.meta.url));

export function hasCorpus(): boolean {
  return existsSync(`${folder}expected.jsonl`);
}

export interface CorpusEntry {
  readonly file: string;
  readonly kind: string;
}

/** Rows of `documents/expected.jsonl`. */
export function corpusTable(): readonly CorpusEntry[] {
  const lines = readFileSync(`${folder}expected.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CorpusEntry);
}

export function corpusDocument({ file }: CorpusEntry): Document {
  return makeDocument({ url: `http://corpus.example/${encodeURI(file)}`, bytes: readFileSync(folder + file) });
}
