// People on both engines against the conformance suite, and in one database of two servers.
import { expect, it } from 'vitest';
import { testPeople } from '../../../test/conformance/people.ts';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { freshDatabase } from '../../../test/servers/postgres.ts';
import { openPostgres } from '../../store/postgres/postgres.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { anonymous, type Principal } from '../http/principal.ts';
import { openAccounts } from './accounts.ts';

testPeople('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => {
  testPeople('PostgreSQL', openEmptyPostgres);

  it('keeps a last administrator, and a name for one, whichever server is asked', async () => {
    const address = await freshDatabase();
    const stores = [openPostgres(address), openPostgres(address)];
    const [one, other] = stores.map((store) => openAccounts({ store, clock: { now: () => 1 }, logCost: 4 }));
    const who: Principal = { ...anonymous, role: 'admin', by: 'local', address: 'test' };
    for (let round = 0; round < 8; round++) {
      const requested = [one!, other!].map((people) => people.add(who, { name: `Twin ${round}`, role: 'user' }));
      const added = (await Promise.allSettled(requested)).map(({ status }) => status).sort();
      expect(added).toEqual(['fulfilled', 'rejected']);
      const [ada, bo] = [
        await one!.add(who, { name: `A${round}`, role: 'admin' }),
        await other!.add(who, { name: `B${round}`, role: 'admin' }),
      ];
      const away = [one!.setRole(who, ada.person.id, 'user'), other!.setRole(who, bo.person.id, 'user')];
      const left = (await Promise.allSettled(away)).map(({ status }) => status).sort();
      expect(left).toEqual(['fulfilled', 'rejected']);
      for (const { id, role } of await one!.list())
        if (role === 'admin') await stores[0]!.query('DELETE FROM person WHERE person_id = $1', [id]);
    }
    await Promise.all(stores.map((store) => store.close()));
  });
});
