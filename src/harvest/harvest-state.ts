// The state of a harvest as plain data, and its transitions for pages and failures. Pure; stored after every step.
import type { Connector, Cursor, RecordPage, Recovery } from '../model/connector.ts';

export interface WalkState {
  /** Pending pages; the last one is next. */
  readonly pending: readonly Cursor[];
  /** Only changes since then; null for a full harvest. */
  readonly since: string | null;
  /** The request variant that worked. */
  readonly variant: number;
  /** Passes so far, including this one: records an unsorted catalog hid in one may appear in the next. */
  readonly pass: number;
  readonly pages: number;
  readonly requests: number;
  /** Distinct records of this harvest. */
  readonly seen: number;
  /** Of those, new or changed ones. */
  readonly changed: number;
  /** Records of this pass not seen in earlier passes. */
  readonly found: number;
  /** Entries of this pass that aren't public. */
  readonly omitted: number;
  /** Records that couldn't be fetched even one by one. */
  readonly skipped: number;
  /** The rest of a list couldn't be fetched: its records are missing, whatever their dates. */
  readonly isTorn?: boolean;
  /** Forbidden parts in this harvest, and in the one before. */
  readonly closed?: number;
  readonly closedBefore?: number;
  /** Total according to the last page. */
  readonly total: number | null;
  /** Consecutive pages that repeated records of this pass. */
  readonly repeats: number;
  /** Lists abandoned because they only repeated. */
  readonly endless: number;
  /** State of a hierarchical catalog; absent for others. */
  readonly tree?: TreeState;
  /** The initial token of every pass, for connectors that create their own. */
  readonly first?: string;
}

/** A harvest of one catalog after a step. */
export interface Harvest {
  readonly id: number;
  /** How many times the catalog has been harvested, including this one. */
  readonly run: number;
  readonly step: number;
  readonly state: WalkState;
  /** Interrupted earlier: it resumes. */
  readonly isResumed: boolean;
}

/** The start of a harvest. */
export interface WalkStart {
  readonly since: string | null;
  readonly variant: number;
  readonly first?: string;
  readonly closedBefore?: number;
}

export interface TreeState {
  /** Depth of the current branch. */
  readonly depth: number;
  /** Branches named so far. */
  readonly branches: number;
  /** Consecutive pages without a new record. */
  readonly barren: number;
  /** Branches named repeatedly. */
  readonly repeated: number;
  /** Branches dropped by the limits. */
  readonly cut: number;
  /** How often the limits applied. */
  readonly cuts: number;
}

/** What storing a page revealed about its records. */
export interface PageUpdate {
  /** Not seen before in this harvest. */
  readonly newInRun: number;
  /** Not seen before in this pass. */
  readonly newInPass: number;
  readonly changed: number;
}

/** A repeating list is abandoned after this many pages without new records. */
const maxRepeats = 3;
/** Each pass over a randomly ordered catalog finds two thirds of the missing records. */
const maxPasses = 20;

export function startHarvest(connector: Connector, start: WalkStart): WalkState {
  return {
    pending: [firstCursor(connector, start)],
    ...start,
    pass: 1,
    pages: 0,
    requests: 0,
    seen: 0,
    changed: 0,
    found: 0,
    omitted: 0,
    skipped: 0,
    total: null,
    repeats: 0,
    endless: 0,
  };
}

/** Fewer records than the catalog announces. */
export function isShort({ total, seen, omitted, skipped }: WalkState): boolean {
  return seen + omitted + skipped < (total ?? 0);
}

/** Everything was requested and received. More forbidden parts than last time may mean that the server blocks us. */
export function isComplete(state: WalkState): boolean {
  const { since, skipped, closed = 0, closedBefore = 0 } = state;
  return since === null && skipped === 0 && closed <= closedBefore && !isShort(state);
}

function firstCursor(connector: Connector, start: WalkStart): Cursor {
  const { firstPosition: at, pageSize: size } = connector;
  const { since, variant, first: token = null } = start;
  return { at, size, until: null, token, variant, since, total: null };
}

export function afterPage(state: WalkState, page: RecordPage, update: PageUpdate, connector: Connector): WalkState {
  const rest = state.pending.slice(0, -1);
  const isRepeat = page.records.length > 0 && update.newInPass === 0;
  const repeats = isRepeat ? state.repeats + 1 : 0;
  const isEndless = repeats >= (connector.maxRepeats ?? maxRepeats);
  const next = page.next === null || isEndless ? [] : [page.next];
  const isLeft = isEndless && page.next !== null;
  const walked: WalkState = {
    ...state,
    pending: [...rest, ...next, ...(page.also ?? [])],
    variant: state.pending.at(-1)?.variant ?? state.variant,
    pages: state.pages + 1,
    seen: state.seen + update.newInRun,
    changed: state.changed + update.changed,
    found: state.found + update.newInRun,
    omitted: state.omitted + page.omitted + page.deleted.length,
    skipped: state.skipped + (page.lost ?? 0),
    ...(page.closed === undefined ? {} : { closed: (state.closed ?? 0) + page.closed }),
    total: page.total ?? state.total,
    repeats: isLeft ? 0 : repeats,
    endless: state.endless + (isLeft ? 1 : 0),
  };
  return walked.pending.length === 0 ? afterPass(walked, connector) : walked;
}

/** A catalog with more records than received gets another pass, as long as that helps. */
function afterPass(state: WalkState, connector: Connector): WalkState {
  const missing = state.total === null ? 0 : state.total - state.seen - state.omitted - state.skipped;
  if (missing <= 0 || state.found === 0 || state.pass >= maxPasses) return state;
  const again = firstCursor(connector, state);
  return { ...state, pending: [again], pass: state.pass + 1, found: 0, omitted: 0, skipped: 0, repeats: 0 };
}

/**
 * The page can't be fetched: try other request variants while none has worked, then bisect to find the bad record, and
 * skip it when isolated.
 */
export function afterFailure(state: WalkState, connector: Connector): WalkState {
  const cursor = state.pending.at(-1);
  if (cursor === undefined) return state;
  const rest = state.pending.slice(0, -1);
  if (connector.recover !== undefined) return afterRecovery(state, connector.recover(cursor), connector);
  if (state.pages === 0 && cursor.size === connector.pageSize) {
    if (cursor.variant + 1 < connector.variants)
      return { ...state, pending: [...rest, { ...cursor, variant: cursor.variant + 1 }] };
    // No request for changes works: request everything and compare.
    if (cursor.since !== null)
      return { ...startHarvest(connector, { since: null, variant: 0 }), requests: state.requests };
  }
  if (cursor.size > 1 && connector.canSplit(cursor)) {
    const page = state.pages === 0 ? { ...cursor, variant: 0 } : cursor;
    return { ...state, pending: [...rest, ...split(page, connector).reverse()] };
  }
  if (cursor.token !== null && !connector.canSplit(cursor)) {
    // Tokens expire; restarting only repeats known records.
    const torn = { ...state, pending: rest, skipped: state.skipped + 1, isTorn: true };
    return state.pass >= 3 ? torn : restart(state, connector);
  }
  const skipped = { ...state, skipped: state.skipped + 1 };
  const next = cursor.at + 1;
  const isOver = cursor.until !== null && next >= cursor.until;
  const size = cursor.until === null ? connector.pageSize : Math.min(connector.pageSize, cursor.until - next);
  const following = { ...cursor, at: next, size };
  const walked = { ...skipped, pending: isOver ? rest : [...rest, following] };
  return walked.pending.length === 0 ? afterPass(walked, connector) : walked;
}

/** With its own cursors: a smaller page, or the next one. Without either the state is unchanged. */
function afterRecovery(state: WalkState, recovery: Recovery | null, connector: Connector): WalkState {
  if (recovery === null) return state;
  const rest = state.pending.slice(0, -1);
  const pending = recovery.next === null ? rest : [...rest, recovery.next];
  const walked = { ...state, pending, skipped: state.skipped + (recovery.isSkipped ? 1 : 0) };
  return pending.length === 0 ? afterPass(walked, connector) : walked;
}

function restart(state: WalkState, connector: Connector): WalkState {
  const again = firstCursor(connector, state);
  return { ...state, pending: [again], pass: state.pass + 1, found: 0, omitted: 0, repeats: 0 };
}

/** Two bounded halves in order, and the rest if the page had no bound. */
function split(cursor: Cursor, { firstPosition }: Connector): Cursor[] {
  const half = Math.ceil(cursor.size / 2);
  const middle = cursor.at + half;
  const end = cursor.at + cursor.size;
  const halves = [
    { ...cursor, size: half, until: middle },
    { ...cursor, at: middle, size: end - middle, until: end },
  ];
  const parts = cursor.until === null ? [...halves, { ...cursor, at: end }] : halves;
  return parts.filter(({ at }) => cursor.total === null || at < firstPosition + cursor.total);
}
