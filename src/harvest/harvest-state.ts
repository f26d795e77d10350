// Where a harvest stands, as plain data, and what each page or failure makes of it. Pure: stored after every step.
import type { Connector, Cursor, RecordPage, Recovery } from '../model/connector.ts';

export interface WalkState {
  /** Pages still to be asked for; the last one is next. */
  readonly pending: readonly Cursor[];
  /** Only what changed since then; null for a whole harvest. */
  readonly since: string | null;
  /** The way of asking that was answered. */
  readonly way: number;
  /** Whole walks so far, this one included: what an unsorted catalog hid in one may come in the next. */
  readonly pass: number;
  readonly pages: number;
  readonly requests: number;
  /** Different records that came in this harvest. */
  readonly seen: number;
  /** Of those, records that are new or changed. */
  readonly changed: number;
  /** Records this pass brought that no pass before had. */
  readonly found: number;
  /** Records of this pass that are nobody's to list. */
  readonly omitted: number;
  /** Records that could not be had even one by one. */
  readonly skipped: number;
  /** The rest of a list could not be had: what it holds has not come, whatever its dates. */
  readonly isTorn?: boolean;
  /** Parts that were closed to us in this harvest, and in the one before. */
  readonly closed?: number;
  readonly closedBefore?: number;
  /** How many there are in all, as the last page said. */
  readonly total: number | null;
  /** Pages in a row that repeated what this pass had before. */
  readonly repeats: number;
  /** Lists that were left since they only repeated themselves. */
  readonly endless: number;
  /** Where a walk through a tree stands; missing for catalogs that are none. */
  readonly tree?: TreeState;
  /** The token every pass begins with, where the connector makes its own. */
  readonly first?: string;
}

/** What a walk begins with. */
export interface WalkStart {
  readonly since: string | null;
  readonly way: number;
  readonly first?: string;
  readonly closedBefore?: number;
}

export interface TreeState {
  /** Steps from the root to the part being walked. */
  readonly depth: number;
  /** Parts named so far. */
  readonly branches: number;
  /** Pages in a row without a record that is new. */
  readonly barren: number;
  /** Parts named again after they were. */
  readonly repeated: number;
  /** Parts left out since a tree has to end. */
  readonly cut: number;
  /** Times that had to be done. */
  readonly cuts: number;
}

/** What storing a page told about its records. */
export interface PageNews {
  /** Not met before in this harvest. */
  readonly isNewInRun: number;
  /** Not met before in this pass. */
  readonly isNewInPass: number;
  readonly changed: number;
}

/** An endless list that begins anew is left after this many pages without anything new. */
const maxRepeats = 3;
/** Each pass over a catalog in random order finds two thirds of what is missing. */
const maxPasses = 20;

export function beginWalk(connector: Connector, start: WalkStart): WalkState {
  return {
    pending: [firstCursor(connector, start)],
    ...{ ...start, pass: 1, pages: 0, requests: 0, seen: 0, changed: 0, found: 0 },
    ...{ omitted: 0, skipped: 0, total: null, repeats: 0, endless: 0 },
  };
}

/** Fewer records than the catalog announces. */
export function isShort({ total, seen, omitted, skipped }: WalkState): boolean {
  return seen + omitted + skipped < (total ?? 0);
}

/** Everything there is was asked for, and came. More closed doors than last time may be a server that is tired of us. */
export function isWhole(state: WalkState): boolean {
  const { since, skipped, closed = 0, closedBefore = 0 } = state;
  return since === null && skipped === 0 && closed <= closedBefore && !isShort(state);
}

function firstCursor(connector: Connector, start: WalkStart): Cursor {
  const { firstPosition: at, pageSize: size } = connector;
  const { since, way, first: token = null } = start;
  return { at, size, until: null, token, way, since, total: null };
}

export function afterPage(state: WalkState, page: RecordPage, news: PageNews, connector: Connector): WalkState {
  const rest = state.pending.slice(0, -1);
  const isRepeat = page.records.length > 0 && news.isNewInPass === 0;
  const repeats = isRepeat ? state.repeats + 1 : 0;
  const isEndless = repeats >= (connector.maxRepeats ?? maxRepeats);
  const next = page.next === null || isEndless ? [] : [page.next];
  const isLeft = isEndless && page.next !== null;
  const walked: WalkState = {
    ...state,
    pending: [...rest, ...next, ...(page.also ?? [])],
    way: state.pending.at(-1)?.way ?? state.way,
    pages: state.pages + 1,
    seen: state.seen + news.isNewInRun,
    changed: state.changed + news.changed,
    found: state.found + news.isNewInRun,
    omitted: state.omitted + page.omitted + page.deleted.length,
    skipped: state.skipped + (page.lost ?? 0),
    ...(page.closed === undefined ? {} : { closed: (state.closed ?? 0) + page.closed }),
    total: page.total ?? state.total,
    repeats: isLeft ? 0 : repeats,
    endless: state.endless + (isLeft ? 1 : 0),
  };
  return walked.pending.length === 0 ? afterPass(walked, connector) : walked;
}

/** A catalog that has more than came is walked once more, as long as that brings anything. */
function afterPass(state: WalkState, connector: Connector): WalkState {
  const missing = state.total === null ? 0 : state.total - state.seen - state.omitted - state.skipped;
  if (missing <= 0 || state.found === 0 || state.pass >= maxPasses) return state;
  const again = firstCursor(connector, state);
  return { ...state, pending: [again], pass: state.pass + 1, found: 0, omitted: 0, skipped: 0, repeats: 0 };
}

/**
 * The page could not be had: ask in another way while none has been answered, then look for the record that is to blame
 * by halves, and pass over it when it is alone.
 */
export function afterFailure(state: WalkState, connector: Connector): WalkState {
  const cursor = state.pending.at(-1);
  if (cursor === undefined) return state;
  const rest = state.pending.slice(0, -1);
  if (connector.recover !== undefined) return afterRecovery(state, connector.recover(cursor), connector);
  if (state.pages === 0 && cursor.size === connector.pageSize) {
    if (cursor.way + 1 < connector.ways) return { ...state, pending: [...rest, { ...cursor, way: cursor.way + 1 }] };
    // Nobody answers a question for changes: ask for everything, and compare.
    if (cursor.since !== null) return { ...beginWalk(connector, { since: null, way: 0 }), requests: state.requests };
  }
  if (cursor.size > 1 && connector.canSplit(cursor)) {
    const whole = state.pages === 0 ? { ...cursor, way: 0 } : cursor;
    return { ...state, pending: [...rest, ...split(whole, connector).reverse()] };
  }
  if (cursor.token !== null && !connector.canSplit(cursor)) {
    // Tokens expire; what came before is known and costs only the way.
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

/** By cursors of its own: a smaller page, or what comes after it. Nowhere to go leaves the walk where it stands. */
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

/** Two bounded halves in order, and what comes after them where the page had no bound; nothing beyond the end. */
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
