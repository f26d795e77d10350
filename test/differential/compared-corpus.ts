// Every document of the corpus that a peer has a reader for, read by it and by us.
import { readFileSync } from 'node:fs';
import { type CorpusRow, corpusPath } from '../corpus/corpus.ts';
import type { Peer } from './compare.ts';
import { type DocumentFacts, readFacts } from './document-facts.ts';
import { ogcClientKinds, readWithOgcClient } from './ogc-client-reader.ts';
import { owslibKinds, readWithOwslib } from './owslib-reader.ts';
import { type Failure, type OurReading, type Reading, readOurs } from './reading.ts';

export interface ComparedDocument {
  readonly peer: Peer;
  readonly row: CorpusRow;
  readonly reading: OurReading;
  readonly facts: DocumentFacts;
  readonly theirs: Reading | Failure;
}

export interface ComparedCorpus {
  readonly documents: readonly ComparedDocument[];
  /** Documents that we don't identify as a resource; malformed ones may be identified. */
  readonly notOurs: readonly CorpusRow[];
}

export async function readCorpus(rows: readonly CorpusRow[]): Promise<ComparedCorpus> {
  const forOwslib = rows.filter(({ kind }) => owslibKinds.includes(kind));
  const tasks = forOwslib.map((row) => ({ path: corpusPath(row), kind: row.kind, version: row.version }));
  const answers = new Map((await readWithOwslib(tasks)).map((answer, index) => [forOwslib[index], answer]));
  const documents: ComparedDocument[] = [];
  const notOurs: CorpusRow[] = [];
  for (const row of rows) {
    const isForClient = ogcClientKinds.includes(row.kind);
    const fromOwslib = answers.get(row);
    if (!isForClient && fromOwslib === undefined) continue;
    const reading = readOurs(row);
    if (reading === null) {
      notOurs.push(row);
      continue;
    }
    const bytes = readFileSync(corpusPath(row));
    const common = { row, reading, facts: readFacts(bytes) };
    if (isForClient) documents.push({ ...common, peer: 'ogc-client', theirs: readWithOgcClient(row.kind, bytes) });
    if (fromOwslib !== undefined) documents.push({ ...common, peer: 'OWSLib', theirs: fromOwslib });
  }
  return { documents, notOurs };
}
