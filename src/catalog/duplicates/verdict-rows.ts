// What people said of two items: the same, or different.
import type { DuplicateVerdict, NamedItem } from '../../model/duplicates.ts';
import type { SqlDatabase } from '../../store/sqlite-driver.ts';

export interface VerdictRows {
  set(verdict: DuplicateVerdict): void;
  remove(one: NamedItem, other: NamedItem): boolean;
  /** All that name this record. */
  of(id: string): readonly DuplicateVerdict[];
}

interface VerdictRow {
  readonly one_id: string;
  readonly one_layer: string;
  readonly other_id: string;
  readonly other_layer: string;
  readonly verdict: string;
  readonly made_ms: number;
}

type Pair = [oneId: string, oneLayer: string, otherId: string, otherLayer: string];

export function openVerdictRows(database: SqlDatabase): VerdictRows {
  const insert = database.prepare('INSERT OR REPLACE INTO duplicate_verdict VALUES(?, ?, ?, ?, ?, ?)');
  const remove = database.prepare(`DELETE FROM duplicate_verdict
    WHERE one_id = ? AND one_layer = ? AND other_id = ? AND other_layer = ?`);
  const select = database.prepare(`SELECT * FROM duplicate_verdict WHERE one_id = ?1
    UNION SELECT * FROM duplicate_verdict WHERE other_id = ?1 ORDER BY made_ms, one_id, one_layer, other_id, other_layer`);
  return {
    set: ({ one, other, verdict, madeMs }) => {
      insert.run(...inOrder(one, other), verdict, madeMs);
    },
    remove: (one, other) => Number(remove.run(...inOrder(one, other)).changes) > 0,
    of: (id) => (select.all(id) as VerdictRow[]).map(readVerdict),
  };
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
