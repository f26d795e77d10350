// Queue positions, allocated to each worker in blocks: approximately first come, first served.
import type pg from 'pg';

/** Numbers this worker may assign. */
export interface QueuePositions {
  next: number;
  end: number;
}

/** Increment of the sequence `url_order`. */
const blockSize = 1000;

/** The first of `count` consecutive positions. Those of a transaction that is rolled back stay unused. */
export async function takeQueuePositions(
  positions: QueuePositions,
  client: pg.ClientBase,
  count: number,
): Promise<number> {
  while (positions.next + count > positions.end) {
    const { rows } = await client.query<{ first: number; last: number }>(
      `SELECT min(n) AS first, max(n) AS last FROM (SELECT nextval('url_order') AS n FROM generate_series(1, $1)) blocks`,
      [Math.ceil(count / blockSize)],
    );
    const { first, last } = rows[0]!;
    // Not consecutive if another worker allocated a block in between.
    if (last - first >= count) continue;
    Object.assign(positions, { next: first, end: last + blockSize });
  }
  const first = positions.next;
  positions.next += count;
  return first;
}
