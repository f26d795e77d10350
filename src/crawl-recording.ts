// Records what a visit found, together with what catalog records say of it and which of them led there.

import { enrollmentOf } from './check/enrollment.ts';
import { topicReader } from './classify/topic-reader.ts';
import type { VisitEffects } from './crawl/interpret-response.ts';
import type { CrawlSession } from './crawl-session.ts';
import { reportResource } from './describe/resource-report.ts';
import { fillFromRecords } from './harvest/fill-from-records.ts';
import { type LeadingRecord, recordsLeadingTo } from './harvest/record-links.ts';
import type { CatalogRecord } from './model/connector.ts';
import type { Visit } from './model/frontier.ts';
import type { CrawlEvent } from './model/report.ts';
import type { Finding, Provenance, RecordRef } from './model/resource.ts';
import type { Transaction } from './model/store.ts';

/** Null when this crawl has told of the resource before: another URL led to it too, which is kept as provenance. */
export async function recordFinding(
  session: CrawlSession,
  transaction: Transaction,
  { visit, requests }: VisitEffects,
  finding: Finding,
): Promise<CrawlEvent | null> {
  if (visit === null) throw new Error('a finding without a visit');
  const { endpoint } = finding.identity;
  const records = await recordsLeadingTo(transaction, [endpoint, visit.url]);
  const description = fillFromRecords(finding.description, records, endpoint);
  const [provenance, ...also] = waysTo(visit, await session.frontier.chain(visit, transaction), records);
  const nowMs = session.clock.now();
  const recorded = await session.catalog.record(transaction, {
    finding: { ...finding, description },
    url: visit.url,
    ...{ provenance, also, task: session.task.name, nowMs, topics: topicReader },
  });
  const { resource, recordedAs, isFirstInTask, hasNewTopics } = recorded;
  if (provenance.source !== null) session.keywordSearch?.terms?.credit(provenance.source);
  if (recordedAs !== 'same' || hasNewTopics) await session.search.index(transaction, resource);
  if (recordedAs === 'new') await session.checks.enroll(transaction, enrollmentOf(resource, nowMs));
  if (!isFirstInTask) return null;
  const { foundBy, source, depth } = provenance;
  const report = {
    ...reportResource(resource, requests),
    id: resource.id,
    ...{ foundBy, source, depth, isNew: recordedAs === 'new' },
  };
  return { type: 'found', resource: report };
}

/** The way of the visit itself first. Where it was a catalog's, the record is part of it. */
function waysTo(
  visit: Visit,
  chain: readonly string[],
  records: readonly LeadingRecord[],
): [Provenance, ...Provenance[]] {
  const { foundBy, anchor, depth } = visit;
  const own: Provenance = { foundBy, source: chain.at(-2) ?? null, anchor, depth, chain: chain.slice(0, -1) };
  const [first, ...others] = records.map(refOf);
  if (first === undefined) return [own];
  const byRecord = (record: RecordRef): Provenance =>
    foundBy === 'catalog'
      ? { ...own, record }
      : { foundBy: 'catalog', source: record.catalog, anchor: record.title, depth, chain: [record.catalog], record };
  const further = others.map(byRecord);
  return foundBy === 'catalog' ? [byRecord(first), ...further] : [own, byRecord(first), ...further];
}

function refOf({ catalog, id, title }: RecordRef): RecordRef {
  return { catalog, id, title };
}

/** The catalog that is being harvested. */
export interface RecordSource {
  readonly visit: Visit;
  /** Its address, secrets masked. */
  readonly catalog: string;
}

/** What is known already hears at once what new records say of it, without being asked again. */
export async function describeKnown(
  session: CrawlSession,
  transaction: Transaction,
  { visit, catalog }: RecordSource,
  records: readonly CatalogRecord[],
): Promise<void> {
  const chain = await session.frontier.chain(visit, transaction);
  for (const { id, title, links } of records) {
    for (const { url, label } of links) {
      const way: Provenance = {
        ...{ foundBy: 'catalog', source: chain.at(-1) ?? catalog, anchor: label, depth: visit.depth + 1, chain },
        record: { catalog, id, title },
      };
      const changed = await session.catalog.redescribe(transaction, {
        url,
        describe: async (resource) =>
          fillFromRecords(
            resource,
            await recordsLeadingTo(transaction, [resource.endpoint, resource.url]),
            resource.endpoint,
          ),
        ...{ ways: [way], task: session.task.name, nowMs: session.clock.now() },
      });
      for (const { id: changedId } of changed) {
        const resource = await session.catalog.readTopics(transaction, changedId, topicReader);
        if (resource !== null) await session.search.index(transaction, resource);
      }
    }
  }
}
