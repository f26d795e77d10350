// Stored verdicts of users: the same, or different.
import type { DuplicateVerdict, NamedItem } from '../../model/duplicates.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

interface VerdictRow {
  readonly one_id: string;
  readonly one_layer: string;
  readonly other_id: string;
  readonly other_layer: string;
  readonly verdict: string;
  readonly made_ms: number;
}

type Pair = [oneId: string, oneLayer: string, otherId: string, otherLayer: string];

const insert = statement(`INSERT INTO duplicate_verdict(one_id, one_layer, other_id, other_layer, verdict, made_ms)
  VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(one_id, one_layer, other_id, other_layer)
  DO UPDATE SET verdict = excluded.verdict, made_ms = excluded.made_ms`);
const remove = statement(`DELETE FROM duplicate_verdict
  WHERE one_id = ? AND one_layer = ? AND other_id = ? AND other_layer = ?`);
const naming = statement<VerdictRow>(`SELECT * FROM duplicate_verdict WHERE one_id = ?
  UNION SELECT * FROM duplicate_verdict WHERE other_id = ? ORDER BY made_ms, one_id, one_layer, other_id, other_layer`);

export function* setVerdict({ one, other, verdict, madeMs }: DuplicateVerdict): Work<void> {
  yield* insert.run(...inOrder(one, other), verdict, madeMs);
}

export function* removeVerdict(one: NamedItem, other: NamedItem): Work<boolean> {
  return (yield* remove.run(...inOrder(one, other))) > 0;
}

/** All verdicts on this record. */
export function* verdictsOf(id: string): Work<readonly DuplicateVerdict[]> {
  return (yield* naming.all(id, id)).map(readVerdict);
}

/** One row for both directions. */
function inOrder(one: NamedItem, other: NamedItem): Pair {
  const [a, b] = [one, other].map(({ id, layer }) => [id, layer ?? ''] as const) as [Named, Named];
  const isFirst = a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]);
  return isFirst ? [...a, ...b] : [...b, ...a];
}

type Named = readonly [id: string, layer: string];

function readVerdict(row: VerdictRow): DuplicateVerdict {
  return {
    one: { id: row.one_id, layer: row.one_layer || null },
    other: { id: row.other_id, layer: row.other_layer || null },
    verdict: row.verdict === 'same' ? 'same' : 'different',
    madeMs: row.made_ms,
  };
}
