// Commits the effects of a batch of visits in one transaction.
import { lostHosts } from '../frontier/postgres/settle-visits.ts';
import { followLinks } from '../harvest/record-links.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { Transaction } from '../model/store.ts';
import type { BatchTotals, CrawlRun } from './crawl-run.ts';
import type { Coordination, CrawlSession, RecordContext } from './crawl-session.ts';
import { recordDiscovery } from './record-discoveries.ts';
import type { VisitEffects } from './visit-effects.ts';

type CommitContext = Pick<CrawlSession, 'records' | 'reading' | 'coordination'>;

/** Returns the events to emit, now that what they describe is stored. */
export async function commitVisits(
  context: CommitContext,
  run: CrawlRun,
  batch: readonly VisitEffects[],
): Promise<readonly CrawlEvent[]> {
  const { records, reading, coordination } = context;
  try {
    return await commitBatch(records, coordination, run, batch);
  } catch (error) {
    const lost = lostHosts(error);
    if (lost === null) throw error;
    reading.forgetLinks();
    // Other workers took over these hosts and repeat the visits; the remaining effects are stored without them.
    const kept = batch.filter(({ visit }) => visit === null || !lost.includes(visit.host));
    await coordination.allowance?.giveUp(pagesIn(batch) - pagesIn(kept));
    return commitVisits(context, run, kept);
  }
}

async function commitBatch(
  records: RecordContext,
  { allowance, notify }: Coordination,
  run: CrawlRun,
  batch: readonly VisitEffects[],
): Promise<readonly CrawlEvent[]> {
  const { store, frontier } = records;
  const pageVisits = batch.filter(isPageVisit).length;
  const { events, totals, refused } = await store.transact(async (transaction) => {
    const offers = batch.flatMap((effects) => effects.offers);
    const offered = await frontier.offer(transaction, offers);
    const events = await recordEffects(records, transaction, batch);
    const totals = totalsOf(batch, events);
    await records.log(transaction, events);
    const outcomes = batch.flatMap(({ outcome }) => outcome ?? []);
    await frontier.settle(transaction, outcomes);
    await records.count(transaction, totals);
    await allowance?.settle(transaction, { ended: pagesIn(batch), counted: pageVisits });
    return { events, totals, refused: offered.refused };
  });
  run.addBatch({ ...totals, pageVisits }, refused);
  const { pending, hosts } = await frontier.counts();
  Object.assign(run.progress, { pending, hosts });
  notify('visit');
  if (totals.resources > 0) notify('check');
  return events;
}

/** Stores problems and discoveries; returns the events of the batch. */
async function recordEffects(
  records: RecordContext,
  transaction: Transaction,
  batch: readonly VisitEffects[],
): Promise<CrawlEvent[]> {
  const { catalog, clock } = records;
  const events: CrawlEvent[] = [];
  for (const effects of batch) {
    if (effects.movedTo !== undefined) await followLinks(transaction, effects.visit?.url ?? '', effects.movedTo);
    for (const event of effects.events) {
      if (event.type === 'problem') await catalog.recordProblem(transaction, { ...event, lastMs: clock.now() });
      events.push(event);
    }
    for (const discovery of effects.discoveries) {
      const event = await recordDiscovery(records, transaction, effects, discovery);
      if (event !== null) events.push(event);
    }
  }
  return events;
}

function totalsOf(batch: readonly VisitEffects[], events: readonly CrawlEvent[]): Omit<BatchTotals, 'pageVisits'> {
  const count = (type: CrawlEvent['type']) => events.filter((event) => event.type === type).length;
  return {
    pages: count('page'),
    requests: batch.reduce((sum, { requests }) => sum + requests, 0),
    resources: count('found'),
    failures: count('problem'),
    bytes: batch.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function pagesIn(batch: readonly VisitEffects[]): number {
  return batch.filter(({ visit }) => visit?.pool === 'page').length;
}

/** Failed pages count too: the limit applies to requests. */
function isPageVisit({ outcome }: VisitEffects): boolean {
  return outcome?.visit.pool === 'page' && (outcome.state === 'done' || outcome.state === 'failed');
}
