// Places in the queue, from blocks that each worker takes for itself: first come, first served, about.
import type pg from 'pg';

/** Numbers this worker may give out. */
export interface Places {
  next: number;
  end: number;
}

/** As the sequence `url_order` counts. */
const blockSize = 1000;

/** The first of `count` places in a row. Those of a transaction that is rolled back stay unused. */
export async function takePlaces(places: Places, client: pg.ClientBase, count: number): Promise<number> {
  while (places.next + count > places.end) {
    const { rows } = await client.query<{ first: number; last: number }>(
      `SELECT min(n) AS first, max(n) AS last FROM (SELECT nextval('url_order') AS n FROM generate_series(1, $1)) blocks`,
      [Math.ceil(count / blockSize)],
    );
    const { first, last } = rows[0]!;
    // Where another worker took a block in between, they are not in a row.
    if (last - first >= count) continue;
    Object.assign(places, { next: first, end: last + blockSize });
  }
  const first = places.next;
  places.next += count;
  return first;
}
