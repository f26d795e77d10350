// Branches of hierarchical catalogs, done or pending: depth first, each once, and bounded.
import type { Branch, Cursor } from '../model/connector.ts';
import { statement, type Work } from '../store/sql/sql.ts';
import type { Harvest, TreeState, WalkState } from './harvest-state.ts';

/** Maximum depth; the deepest real trees are by year, month, day and hour below some five folders. */
const maxDepth = 20;
const maxBranches = 200_000;
/** Consecutive branches without a new record: a generated tree. The limit is halved each time. */
const maxBarren = 500;
const leastBarren = 20;

const root: TreeState = { depth: 0, branches: 0, barren: 0, repeated: 0, cut: 0, cuts: 0 };

/**
 * The state after a step: stores the branches its page named and takes the next pending one if nothing else is left.
 */
export function* withBranches(harvest: Harvest, state: WalkState, branches: readonly Branch[]): Work<WalkState> {
  if (state.tree === undefined && branches.length === 0) return state;
  const grown = yield* keepBranches(harvest, state, branches);
  const isBarren = grown.seen === harvest.state.seen;
  const tree = { ...(grown.tree ?? root), barren: isBarren ? (grown.tree?.barren ?? 0) + 1 : 0 };
  const walked = { ...grown, tree };
  if (walked.pending.length > 0) return walked;
  const isEnough = tree.barren >= Math.max(leastBarren, maxBarren / 2 ** tree.cuts);
  return yield* takeNext(harvest, isEnough ? yield* cutDeepest(harvest, walked) : walked);
}

const insert = statement(`INSERT INTO harvest_branch(harvest_id, key, depth, cursor, taken_step) VALUES(?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`);
const touch = statement(
  'UPDATE harvest_record SET run = ?, pass = ? WHERE harvest_id = ? AND id = ? AND modified = ? AND gone_ms IS NULL',
);

function* keepBranches({ id, run, step }: Harvest, state: WalkState, branches: readonly Branch[]): Work<WalkState> {
  const tree = { ...(state.tree ?? root) };
  const depth = tree.depth + 1;
  let known = 0;
  // Last in, first out.
  for (const { key, modified, cursor } of [...branches].reverse()) {
    if (depth > maxDepth || tree.branches >= maxBranches) {
      tree.cut++;
      continue;
    }
    const isKnown = modified !== '' && (yield* touch.run(run, state.pass, id, key, modified)) > 0;
    const changes = yield* insert.run(id, key, depth, JSON.stringify(cursor), isKnown ? step : null);
    if (changes === 0) tree.repeated++;
    else tree.branches++;
    if (changes > 0 && isKnown) known++;
  }
  const cut = tree.cut - (state.tree?.cut ?? 0);
  return { ...state, tree, seen: state.seen + known, found: state.found + known, skipped: state.skipped + cut };
}

interface WaitingRow {
  readonly id: number;
  readonly depth: number;
  readonly cursor: string;
}

const nextWaiting = statement<WaitingRow>(`SELECT branch_id AS id, depth, cursor FROM harvest_branch
  WHERE harvest_id = ? AND taken_step IS NULL ORDER BY branch_id DESC LIMIT 1`);
const take = statement('UPDATE harvest_branch SET taken_step = ? WHERE branch_id = ?');

function* takeNext({ id, step }: Harvest, state: WalkState): Work<WalkState> {
  const next = yield* nextWaiting.get(id);
  if (next === undefined) return state;
  yield* take.run(step, next.id);
  const tree = { ...(state.tree ?? root), depth: next.depth };
  return { ...state, tree, pending: [JSON.parse(next.cursor) as Cursor] };
}

const takeDeepest = statement(`UPDATE harvest_branch SET taken_step = ? WHERE harvest_id = ? AND taken_step IS NULL
  AND depth > (SELECT min(depth) FROM harvest_branch WHERE harvest_id = ? AND taken_step IS NULL)`);

/** Drops pending branches below the topmost ones: an endless folder may be beside finite ones. */
function* cutDeepest({ id, step }: Harvest, state: WalkState): Work<WalkState> {
  const changes = yield* takeDeepest.run(step, id, id);
  const tree = state.tree ?? root;
  const cut = tree.cut + changes;
  return { ...state, tree: { ...tree, barren: 0, cut, cuts: tree.cuts + 1 }, skipped: state.skipped + changes };
}

const release = statement('UPDATE harvest_branch SET taken_step = NULL WHERE harvest_id = ? AND taken_step >= ?');
const clear = statement('DELETE FROM harvest_branch WHERE harvest_id = ?');

/** Branches taken since that step are pending again. */
export function* releaseBranches(harvest: number, sinceStep: number): Work<void> {
  yield* release.run(harvest, sinceStep);
}

export function* clearBranches(harvest: number): Work<void> {
  yield* clear.run(harvest);
}
