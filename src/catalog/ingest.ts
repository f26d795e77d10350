// Ingest: the single path from a description to a stored, indexed, classified and monitored record.
//
// Crawls, harvests, checks and imports all go through here, so the same rules hold for each of them:
// - completed from harvested records, except imports: their catalog did that, and its records aren't in this one;
// - indexed when the content or the topics changed;
// - enrolled for checks when new;
// - compared for duplicates: a database trigger queues every stored change, so no call is needed.
import type { Recorded } from '../model/catalog.ts';
import type { Ingest, IngestDependencies, IngestRequest, RefreshRequest } from '../model/ingest.ts';
import type { Transaction } from '../model/store.ts';

export function createIngest(dependencies: IngestDependencies): Ingest {
  return {
    store: (transaction, request) => store(dependencies, transaction, request),
    refresh: (transaction, request) => refresh(dependencies, transaction, request),
  };
}

async function store(
  dependencies: IngestDependencies,
  transaction: Transaction,
  request: IngestRequest,
): Promise<Recorded> {
  const { search, enroll } = dependencies;
  const recorded =
    request.imported === undefined
      ? await recordCompleted(dependencies, transaction, request)
      : await recordImported(dependencies, transaction, request, request.imported);
  const { resource, recordedAs, hasNewTopics } = recorded;
  if (recordedAs !== 'same' || hasNewTopics) await search.index(transaction, resource);
  if (recordedAs === 'new') await enroll(transaction, resource, request.nowMs);
  return recorded;
}

async function recordCompleted(
  { catalog, complete, topics }: IngestDependencies,
  transaction: Transaction,
  { discovery, url, provenance, task, nowMs }: IngestRequest,
): Promise<Recorded> {
  const { endpoint } = discovery.identity;
  const { description, records } = await complete(transaction, discovery.description, { endpoint, url });
  const [first = null, ...also] = provenance?.(records) ?? [];
  return catalog.record(transaction, {
    discovery: { ...discovery, description },
    url,
    provenance: first,
    also,
    task,
    nowMs,
    topics,
  });
}

/** Recorded once for each time the file states, so that first and last sight are as in the catalog it came from. */
async function recordImported(
  { catalog }: IngestDependencies,
  transaction: Transaction,
  { discovery, url, provenance, task }: IngestRequest,
  { firstSeenMs, lastSeenMs, topics, corrections }: NonNullable<IngestRequest['imported']>,
): Promise<Recorded> {
  const [first = null, ...also] = provenance?.([]) ?? [];
  const request = { discovery, url, provenance: first, also, task, ...(topics === null ? {} : { topics }) };
  const recorded = await catalog.record(transaction, { ...request, nowMs: firstSeenMs });
  let { resource } = recorded;
  if (lastSeenMs !== firstSeenMs) ({ resource } = await catalog.record(transaction, { ...request, nowMs: lastSeenMs }));
  for (const correction of corrections)
    resource = (await catalog.correctTopic(transaction, resource.id, correction)) ?? resource;
  return { ...recorded, resource, hasNewTopics: recorded.hasNewTopics || corrections.length > 0 };
}

async function refresh(
  { catalog, search, topics, complete }: IngestDependencies,
  transaction: Transaction,
  { url, provenance, task, nowMs }: RefreshRequest,
): Promise<void> {
  const changed = await catalog.redescribe(transaction, {
    url,
    describe: async (resource) => {
      // Records link to the address with its secrets, which the record doesn't show.
      const addresses = (await catalog.privateAddresses(resource.id, transaction)) ?? resource;
      return (await complete(transaction, resource, addresses)).description;
    },
    origins: [provenance],
    task,
    nowMs,
  });
  for (const { id } of changed) {
    const resource = await catalog.readTopics(transaction, id, topics);
    if (resource !== null) await search.index(transaction, resource);
  }
}
