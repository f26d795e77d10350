// A frontier copied from another engine: rebuilds what each engine stores besides the URLs.
import { fingerprint } from '../base/text/fingerprint.ts';
import type { Transaction } from '../model/store.ts';
import { statement, type Work, within } from '../store/sql/sql.ts';
import { classStep } from './url-row.ts';

/** The sequence in a URL's `ord`: whatever is queued next comes after all of them. */
const sequences = 2 ** 36;

export async function settleCopiedFrontier(transaction: Transaction): Promise<void> {
  await within(transaction, transaction.engine === 'sqlite' ? continueSequences : fillSlots);
}

const setSequence = statement(`UPDATE task SET seq = 1 +
  coalesce((SELECT max(ord % ${sequences}) FROM url WHERE url.task_id = task.task_id), 0)`);

function* continueSequences(): Work<void> {
  yield* setSequence.run();
}

const sites = statement<{ site: string }>('SELECT DISTINCT site FROM host ORDER BY site');
const setSite = statement('UPDATE lane SET site = ? FROM host WHERE host.host_id = lane.host_id AND host.site = ?');
const waiting = (pool: 0 | 1, value: string) => `(SELECT ${value} FROM url WHERE url.task_id = lane.task_id
  AND url.host_id = lane.host_id AND url.pool = ${pool} AND url.state = 0)`;
const countWaiting = statement(`UPDATE lane SET pages = ${waiting(0, 'count(*)')}, probes = ${waiting(1, 'count(*)')},
  page_cls = coalesce(${waiting(0, `min(ord) / ${classStep}`)}, 8),
  probe_cls = coalesce(${waiting(1, `min(ord) / ${classStep}`)}, 8),
  due_ms = host.next_at_ms FROM host WHERE host.host_id = lane.host_id`);
const setOrder = statement(
  `SELECT setval('url_order', greatest((SELECT max(ord % ${sequences}) FROM url), 1)) AS "order"`,
);

/** Pages over a host's budget are dropped when a worker first leases the host. */
function* fillSlots(): Work<void> {
  for (const { site } of yield* sites.all()) yield* setSite.run(fingerprint(site), site);
  yield* countWaiting.run();
  yield* setOrder.get();
}
