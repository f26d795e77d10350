// /api/v1/opt-outs: hosts whose publishers do not want to be here.
import { systemClock } from '../../base/system-clock.ts';
import { purgeHost } from '../../catalog/purge-host.ts';
import { deleteOptOut, insertOptOut, listOptOuts, parseOptOutHost } from '../../frontier/opt-outs.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import type { Asked } from '../http/asked.ts';
import { bodyOf } from '../http/read-body.ts';
import { get, post, type Route, remove } from '../http/router.ts';
import type { People } from '../people/people.ts';

interface OptOutParts {
  readonly store: SqliteStore;
  readonly people: Pick<People, 'note'>;
}

export function optOutRoutes({ store, people }: OptOutParts): readonly Route[] {
  return [
    get('/api/v1/opt-outs', () =>
      jsonAnswer({
        optOuts: listOptOuts(store).map(({ host, reason, createdMs }) => ({
          ...{ host, reason, created: new Date(createdMs).toISOString() },
        })),
      }),
    ),
    post('/api/v1/opt-outs', (asked) => optOut(asked, { store, people })),
    remove('/api/v1/opt-outs/:host', async (asked) => {
      const host = parseOptOutHost(asked.parameters.host ?? '');
      await store.transact(async (transaction) => {
        deleteOptOut(transaction, host);
        people.note(transaction, asked.who, 'opt-out.end', host);
      });
      return { status: 204, type: '', body: '' };
    }),
  ];
}

/** From now on nothing is asked of the host, and what is known of it is gone, at once and together. */
async function optOut(asked: Asked, { store, people }: OptOutParts): Promise<Answer> {
  const body = await bodyOf(asked, ['host', 'reason']);
  const host = parseOptOutHost(body.text('host'));
  const reason = body.text('reason', '').slice(0, 500);
  const purged = await store.transact(async (transaction) => {
    insertOptOut(transaction, { host, reason, createdMs: systemClock.now() });
    const counts = purgeHost(transaction, host);
    people.note(transaction, asked.who, 'opt-out', `${host}: ${counts.resources} records removed`);
    return counts;
  });
  return jsonAnswer({ host, reason, ...purged }, 'application/json', 201);
}
