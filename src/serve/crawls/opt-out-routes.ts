// /api/v1/opt-outs: hosts whose publishers opted out of the catalog.
import { Type } from 'typebox';
import { systemClock } from '../../base/time/system-clock.ts';
import { type Purged, purgeHost } from '../../catalog/purge-host.ts';
import { deleteOptOut, insertOptOut, listOptOuts, parseOptOutHost } from '../../frontier/opt-outs.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Principal } from '../http/principal.ts';
import { bodyOf } from '../http/read-body.ts';
import { jsonResponse } from '../http/response.ts';
import { bodyMembers, get, post, type Route, remove } from '../http/route.ts';

interface OptOutParts {
  readonly store: SqlStore;
  readonly people: Pick<Accounts, 'note'>;
}

export function optOutRoutes({ store, people }: OptOutParts): readonly Route[] {
  return [
    get('/api/v1/opt-outs', { permission: 'administer', summary: 'Hosts that opted out' }, async () =>
      jsonResponse({
        optOuts: (await store.read(listOptOuts)).map(({ host, reason, createdMs }) => ({
          host,
          reason,
          created: new Date(createdMs).toISOString(),
        })),
      }),
    ),
    post(
      '/api/v1/opt-outs',
      {
        permission: 'administer',
        summary: 'Opt a host out and delete everything stored about it',
        body: bodyMembers({ host: Type.String(), reason: Type.Optional(Type.String()) }),
        status: 201,
      },
      async (request) => {
        const body = await bodyOf(request);
        const done = await optOutHost({ store, people }, request.who, body.text('host'), body.text('reason', ''));
        return jsonResponse(done, 'application/json', 201);
      },
    ),
    remove(
      '/api/v1/opt-outs/:host',
      { permission: 'administer', summary: 'Allow a host to be crawled again', status: 204 },
      async (request) => {
        await endOptOut({ store, people }, request.who, request.parameters.host ?? '');
        return { status: 204, type: '', body: '' };
      },
    ),
  ];
}

/** Stops all requests to the host and deletes everything known about it, in one transaction. */
export function optOutHost(
  { store, people }: OptOutParts,
  who: Principal,
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

/** Allows crawling again; deleted records return only through a new crawl. */
export async function endOptOut({ store, people }: OptOutParts, who: Principal, text: string): Promise<void> {
  const host = parseOptOutHost(text);
  await store.transact(async (transaction) => {
    await store.within(transaction, () => deleteOptOut(host));
    await people.note(transaction, who, 'opt-out.end', host);
  });
}
