// Stores the discoveries of a visit, with catalog records that describe or led to them.

import { reportResource } from '../describe/resource-report.ts';
import type { CatalogRecord } from '../model/connector.ts';
import type { Visit } from '../model/frontier.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { Discovery, Provenance, RecordRef } from '../model/resource.ts';
import type { Transaction } from '../model/store.ts';
import type { RecordContext } from './crawl-session.ts';
import type { VisitEffects } from './visit-effects.ts';

/** Null if this crawl has already reported the resource: the new path is kept as provenance. */
export async function recordDiscovery(
  { frontier, ingest, terms, task, clock }: RecordContext,
  transaction: Transaction,
  { visit, requests }: VisitEffects,
  discovery: Discovery,
): Promise<CrawlEvent | null> {
  if (visit === null) throw new Error('a discovery without a visit');
  const chain = await frontier.chain(visit, transaction);
  const { resource, recordedAs, isFirstInTask } = await ingest.store(transaction, {
    discovery,
    url: visit.url,
    provenance: (records) => provenanceOf(visit, chain, records),
    task: task.name,
    nowMs: clock.now(),
  });
  const source = chain.at(-2) ?? null;
  if (source !== null) terms?.credit(source);
  if (!isFirstInTask) return null;
  const { foundBy, depth } = visit;
  const report = reportResource(resource, requests);
  return {
    type: 'found',
    resource: { ...report, id: resource.id, foundBy, source, depth, isNew: recordedAs === 'new' },
  };
}

/** The path of the visit first. For a catalog's link the record is part of it. */
function provenanceOf(visit: Visit, chain: readonly string[], records: readonly RecordRef[]): readonly Provenance[] {
  const { foundBy, anchor, depth } = visit;
  const own: Provenance = { foundBy, source: chain.at(-2) ?? null, anchor, depth, chain: chain.slice(0, -1) };
  const refs = records.map(({ catalog, id, title }): RecordRef => ({ catalog, id, title }));
  if (foundBy === 'catalog' && refs.length > 0) return refs.map((record) => ({ ...own, record }));
  const fromRecords = refs.map((record): Provenance => {
    const { catalog, title } = record;
    return { foundBy: 'catalog', source: catalog, anchor: title, depth, chain: [catalog], record };
  });
  return [own, ...fromRecords];
}

/** The catalog being harvested. */
export interface RecordSource {
  readonly visit: Visit;
  /** Its URL, secrets masked. */
  readonly catalog: string;
}

/** Known resources are amended with new records at once, without a request. */
export async function refreshKnown(
  { frontier, ingest, task, clock }: RecordContext,
  transaction: Transaction,
  { visit, catalog }: RecordSource,
  records: readonly CatalogRecord[],
): Promise<void> {
  const chain = await frontier.chain(visit, transaction);
  const source = chain.at(-1) ?? catalog;
  const depth = visit.depth + 1;
  const nowMs = clock.now();
  for (const { id, title, links } of records) {
    for (const { url, label } of links) {
      const record = { catalog, id, title };
      const provenance: Provenance = { foundBy: 'catalog', source, anchor: label, depth, chain, record };
      await ingest.refresh(transaction, { url, provenance, task: task.name, nowMs });
    }
  }
}
