// /api/v1/opt-outs: hosts whose publishers do not want to be here.
import { systemClock } from '../../base/time/system-clock.ts';
import { type Purged, purgeHost } from '../../catalog/purge-host.ts';
import { deleteOptOut, insertOptOut, listOptOuts, parseOptOutHost } from '../../frontier/opt-outs.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { People } from '../auth/accounts.ts';
import type { Who } from '../http/principal.ts';
import { bodyOf } from '../http/read-body.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, jsonAnswer } from '../http/response.ts';
import { get, post, type Route, remove } from '../http/router.ts';

interface OptOutParts {
  readonly store: SqlStore;
  readonly people: Pick<People, 'note'>;
}

export function optOutRoutes({ store, people }: OptOutParts): readonly Route[] {
  return [
    get('/api/v1/opt-outs', async () =>
      jsonAnswer({
        optOuts: (await store.read(listOptOuts)).map(({ host, reason, createdMs }) => ({
          ...{ host, reason, created: new Date(createdMs).toISOString() },
        })),
      }),
    ),
    post('/api/v1/opt-outs', (asked) => optOut(asked, { store, people })),
    remove('/api/v1/opt-outs/:host', async (asked) => {
      await endOptOut({ store, people }, asked.who, asked.parameters.host ?? '');
      return { status: 204, type: '', body: '' };
    }),
  ];
}

async function optOut(asked: Asked, parts: OptOutParts): Promise<Answer> {
  const body = await bodyOf(asked, ['host', 'reason']);
  const done = await optOutHost(parts, asked.who, body.text('host'), body.text('reason', ''));
  return jsonAnswer(done, 'application/json', 201);
}

/** From now on nothing is asked of the host, and what is known of it is gone, at once and together. */
export function optOutHost(
  { store, people }: OptOutParts,
  who: Who,
  text: string,
  why: string,
): Promise<Purged & { readonly host: string; readonly reason: string }> {
  const host = parseOptOutHost(text);
  const reason = why.slice(0, 500);
  return store.transact(async (transaction) => {
    const counts = await store.within(transaction, function* () {
      yield* insertOptOut({ host, reason, createdMs: systemClock.now() });
      return yield* purgeHost(host);
    });
    await people.note(transaction, who, 'opt-out', `${host}: ${counts.resources} records removed`);
    return { host, reason, ...counts };
  });
}

/** It may be crawled again; what was removed comes back only by crawling. */
export async function endOptOut({ store, people }: OptOutParts, who: Who, text: string): Promise<void> {
  const host = parseOptOutHost(text);
  await store.transact(async (transaction) => {
    await store.within(transaction, () => deleteOptOut(host));
    await people.note(transaction, who, 'opt-out.end', host);
  });
}
