// Every labelled document there is, fixtures and corpus, with the kind that claims it first.
import { readdirSync, readFileSync } from 'node:fs';
import { makeDocument } from '../../src/base/document/document.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Document } from '../../src/model/document.ts';
import { corpusDocument, corpusRows } from '../corpus/corpus.ts';
import { labels } from '../corpus/labels.ts';

export interface Claim {
  readonly file: string;
  /** What the document is filed under: a label of the corpus, or the folder of a fixture. */
  readonly label: string;
  /** Id of the kind that claims it first; 'nothing' where none does. */
  readonly claimant: string;
  /** Kinds it may be claimed by, the one it is meant to be first. */
  readonly accepted: readonly string[];
}

export const nothing = 'nothing';

/** The first kind of the registry that claims the document, the way a crawl asks. */
function firstClaimant(document: Document): string {
  if (identify(document, kinds).length === 0) return nothing;
  const able = kinds.filter(({ forms }) => forms.includes(document.form));
  return able.find((kind) => kind.identify(document).length > 0)?.id ?? nothing;
}

/** Fixtures that show what a kind is not are named so. */
const isOther = (name: string) => name.startsWith('exception');

export function fixtureClaims(): readonly Claim[] {
  const folder = new URL('../../fixtures/', import.meta.url);
  const folders = readdirSync(folder).filter((name) => kinds.some(({ id }) => id === name));
  return folders.flatMap((id) =>
    readdirSync(new URL(`${id}/`, folder))
      .filter((name) => !name.endsWith('.md'))
      .map((name) => {
        const file = `${id}/${name}`;
        const bytes = readFileSync(new URL(file, folder));
        const document = makeDocument({ url: `http://fixtures.example/${file}`, bytes });
        // One document may hold several resources (a WCS with its WCPS): the kind that reports them all claims it.
        const holds = identify(document, kinds).map(({ identity }) => identity.kind);
        const claimant = firstClaimant(document);
        const accepted = isOther(name) ? [nothing] : [id, ...(holds.includes(id) ? [claimant] : [])];
        return { file: `fixtures/${file}`, label: id, claimant, accepted };
      }),
  );
}

export function corpusClaims(): readonly Claim[] {
  return corpusRows().map((row) => {
    const meaning = labels[row.kind];
    const accepted = [meaning?.kind ?? nothing, ...(meaning?.others ?? [])];
    return { file: row.file, label: row.kind, claimant: firstClaimant(corpusDocument(row)), accepted };
  });
}

/** One line per label: its documents, how many its own kind claims, and who claims the others. */
export function claimTable(claims: readonly Claim[]): string {
  const rows = new Map<string, Map<string, number>>();
  for (const { label, claimant } of claims) {
    const row = rows.get(label) ?? new Map<string, number>();
    rows.set(label, row.set(claimant, (row.get(claimant) ?? 0) + 1));
  }
  return [...rows]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([label, row]) => {
      const total = [...row.values()].reduce((sum, count) => sum + count, 0);
      const columns = [...row].sort(([, one], [, other]) => other - one).map(([kind, count]) => `${kind} ${count}`);
      return `${label.padEnd(26)} ${String(total).padStart(4)}  ${columns.join(', ')}`;
    })
    .join('\n');
}
