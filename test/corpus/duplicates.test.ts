// Real documents in one catalog: what is found to be the same has the same name or title, and there is little of it.
import { expect, it } from 'vitest';
import { folded, foldedName } from '../../src/catalog/duplicates/distinctive-terms.ts';
import { openSqlDuplicates } from '../../src/catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import type { Distribution } from '../../src/model/duplicates.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';

const rows = corpusRows();

/** Where it says it is; documents that do not say are files of the repository they were collected from. */
function endpointOf(row: CorpusRow, { description }: Discovery): string {
  const { claimedUrl } = description;
  const isPublic = claimedUrl !== null && /^https?:\/\/(?!localhost|127\.|corpus\.)/.test(claimedUrl);
  const [owner = '', name = ''] = (row.file.split('/')[1] ?? '').split('__');
  const host = `${owner}-${name}`.toLowerCase().replace(/[^a-z0-9-]/g, '-');
  return isPublic ? claimedUrl : `https://${host}.example/${encodeURI(row.file)}`;
}

it.skipIf(rows.length === 0)('merges nothing that goes by another name', async () => {
  const store = openSqlite(':memory:');
  const catalog = openSqlCatalog(store);
  const duplicates = openSqlDuplicates(store, catalog.get);
  for (const row of rows)
    for (const discovery of identify(corpusDocument(row), kinds)) {
      const identity = { ...discovery.identity, endpoint: endpointOf(row, discovery) };
      const request = { discovery: { ...discovery, identity }, url: identity.endpoint, provenance: null, task: null };
      await store.transact((transaction) => catalog.record(transaction, { ...request, nowMs: 1000 }));
    }
  while (!(await duplicates.tend(1000)));
  const { groups, copies: distributions } = await duplicates.counts();
  expect(groups).toBeGreaterThan(30);
  expect(distributions).toBeLessThan(600);
  for await (const group of duplicates.groups()) {
    const isFace = group.every(({ reasons }) => reasons.some((reason) => reason.includes('same server')));
    const names = await Promise.all(group.map((distribution) => namesOf(distribution, catalog)));
    const common = [...names[0]!].filter((name) => names.every((own) => own.has(name)));
    expect([group[0], isFace || common.length > 0]).toEqual([group[0], true]);
  }
  await store.close();
});

/** What it goes by; a record that is one dataset, by its layer too. */
async function namesOf({ id, name, title }: Distribution, catalog: Catalog): Promise<ReadonlySet<string>> {
  const layers = name === null ? ((await catalog.get(id))?.layers ?? []) : [];
  const local = [name, ...layers.map((layer) => layer.name)].map((each) => each?.split(':').at(-1) ?? '');
  const all = [...local.map(foldedName), ...[title, ...layers.map((layer) => layer.title)].map(folded)];
  return new Set(all.filter((each) => each !== ''));
}
