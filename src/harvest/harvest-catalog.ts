// Harvests one catalog: requests page after page, stores each with the position, and continues after failures.
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Clock } from '../model/clock.ts';
import type { CatalogRecord, Connector } from '../model/connector.ts';
import type { Document } from '../model/document.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { Problem } from '../model/problem.ts';
import type { Store, Transaction } from '../model/store.ts';
import { within } from '../store/sql/sql.ts';
import { clearBranches, releaseBranches, withBranches } from './branch-table.ts';
import { afterFailure, afterPage, type Harvest, isShort, type WalkState } from './harvest-state.ts';
import { endHarvest, keepRecords, markDeleted, openHarvest, saveState } from './harvest-table.ts';
import { type PageResponse, requestPage } from './request-page.ts';

export interface HarvestJob {
  readonly connector: Connector;
  readonly endpoint: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Sends a polite request; throws like a fetch. */
  request(request: ProbeRequest): Promise<Document>;
  /** Runs inside the transaction that stores the page. */
  onPage(transaction: Transaction, page: StoredPage): Promise<void>;
  /** Checked before every request. */
  shouldStop(): boolean;
  /** Records per run; the next run resumes. */
  readonly maxRecords: number;
  readonly since?: string | undefined;
  readonly isFull?: boolean | undefined;
}

/** One step of a harvest, about to be stored. */
export interface StoredPage {
  readonly fresh: readonly CatalogRecord[];
  readonly requests: number;
  readonly bytes: number;
  readonly state: WalkState;
}

/** `taken`: another process is harvesting the same catalog. */
export type HarvestEnd = 'complete' | 'limited' | 'stopped' | 'failed' | 'taken';

export interface HarvestOutcome {
  readonly ended: HarvestEnd;
  readonly harvest: Harvest;
  readonly problems: readonly Problem[];
  /** Why it failed. */
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null;
}

/** Consecutive failures before a server is given up; finding one bad record among 100 takes seven. */
const maxFailures = 20;

export async function harvestCatalog(job: HarvestJob): Promise<HarvestOutcome> {
  const { connector, store, clock } = job;
  let harvest = await openHarvest(store, { ...job, nowMs: clock.now() });
  /** Where to resume if the server turns out to be down. */
  let safe = harvest;
  const { seen: seenBefore } = harvest.state;
  let failures = 0;
  const problems = new ProblemTally();
  const ended = (how: HarvestEnd, failure: HarvestOutcome['failure'] = null): HarvestOutcome => ({
    ended: how,
    harvest,
    problems: problems.list(),
    failure,
  });
  while (harvest.state.pending.length > 0) {
    if (job.shouldStop()) return ended('stopped');
    if (harvest.state.seen - seenBefore >= job.maxRecords) return ended('limited');
    const response = await requestPage(job, harvest.state);
    if (response.type === 'stopped') return ended('stopped');
    if (response.type === 'failed') return ended('failed', response);
    for (const { code, message } of response.page?.problems ?? []) problems.add(code, message);
    if (response.page === null && !response.isRefused && ++failures >= maxFailures) {
      await goBack(store, harvest, safe);
      const message = `The catalog does not respond: ${failures} requests failed in a row. ${response.why}`;
      return ended('failed', { code: 'fetch.status', message });
    }
    const state = await storeStep(job, harvest, response);
    if (state === null) return ended('taken');
    const isStuck = state.pending === harvest.state.pending;
    if (state.endless > harvest.state.endless)
      problems.add(
        'catalog.paging-odd',
        'The list starts over instead of ending; reading stopped there.',
        job.endpoint,
      );
    if (response.page === null && state.skipped > harvest.state.skipped)
      problems.add('catalog.record-unreadable', `A record could not be fetched: ${response.why}`, response.url);
    harvest = { ...harvest, step: harvest.step + 1, state };
    if (isStuck)
      return ended('failed', { code: 'fetch.status', message: `A page could not be fetched. ${response.why}` });
    if (response.page === null) continue;
    failures = 0;
    safe = harvest;
  }
  const { doubted } = await store.transact((transaction) =>
    within(transaction, function* () {
      yield* clearBranches(harvest.id);
      return yield* endHarvest(harvest, harvest.state, clock.now());
    }),
  );
  if (doubted > 0)
    problems.add('catalog.partly-read', `The catalog lists nothing; its ${doubted} known records were kept.`);
  addTreeProblems(harvest.state, problems);
  if (connector.canFilter && harvest.state.total !== null && isShort(harvest.state))
    problems.add(
      'catalog.paging-odd',
      `The catalog announces ${harvest.state.total} records, but returned ${harvest.state.seen}.`,
    );
  return ended('complete');
}

/** The state is kept up to the last response: later failures are retried next time. */
function goBack(store: Store, harvest: Harvest, safe: Harvest): Promise<void> {
  return store.transact((transaction) =>
    within(transaction, function* () {
      if (yield* saveState(harvest, safe.state)) yield* releaseBranches(harvest.id, safe.step);
    }),
  );
}

/** Trees that were cut, or cyclic. */
function addTreeProblems({ tree }: WalkState, problems: ProblemTally): void {
  if (tree === undefined) return;
  if (tree.repeated > 0)
    problems.add('catalog.paging-odd', `Parts were listed again ${tree.repeated} times; each was read once.`);
  if (tree.cut > 0)
    problems.add('catalog.partly-read', `The catalog seems endless: ${tree.cut} of its parts were skipped.`);
}

/** Stores a step atomically: records, their consequences, and the position. Null if another process did it. */
function storeStep(job: HarvestJob, harvest: Harvest, response: PageResponse): Promise<WalkState | null> {
  const { connector, store, clock } = job;
  return store
    .transact(async (transaction) => {
      const { state, fresh } = await within(transaction, () => keepStep(connector, harvest, response, clock.now()));
      await job.onPage(transaction, { fresh, requests: response.requests, bytes: response.bytes, state });
      return state;
    })
    .catch((error: unknown) => {
      if (error instanceof TakenError) return null;
      throw error;
    });
}

function* keepStep(connector: Connector, harvest: Harvest, { page, requests }: PageResponse, nowMs: number) {
  const before = { ...harvest.state, requests: harvest.state.requests + requests };
  let state = afterFailure(before, connector);
  let fresh: readonly CatalogRecord[] = [];
  if (page !== null) {
    const kept = yield* keepRecords(harvest, page.records);
    yield* markDeleted(harvest.id, page.deleted, nowMs);
    state = afterPage(before, page, kept, connector);
    fresh = kept.fresh;
  }
  state = yield* withBranches(harvest, state, page?.branches ?? []);
  if (!(yield* saveState(harvest, state))) throw new TakenError();
  return { state, fresh };
}

/** Rolls the transaction back: another process stores these records. */
class TakenError extends Error {}
