// What every store of people does: accounts, sessions, links, tokens, the audit log, searches they keep.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../src/serve/auth/accounts.ts';
import { listSearches, removeSearch, saveSearch } from '../../src/serve/auth/saved-searches.ts';
import { anonymous, type Principal } from '../../src/serve/http/principal.ts';
import type { SqlStore, Work } from '../../src/store/sql/sql.ts';

const operator: Principal = { ...anonymous, role: 'admin', by: 'local', address: 'test' };
const password = 'correct forest river map';
const dayMs = 24 * 60 * 60_000;

export function testPeople(engine: string, open: () => Promise<SqlStore>): void {
  describe(`people on ${engine}`, () => {
    let store: SqlStore;
    let people: Accounts;
    let nowMs: number;

    beforeEach(async () => {
      store = await open();
      nowMs = 1_800_000_000_000;
      people = openAccounts({ store, clock: { now: () => nowMs }, logCost: 4 });
      return () => store.close();
    });
    const become = async (name: string, role: 'guest' | 'user' | 'admin') => {
      const { person, link } = await people.add(operator, { name, role });
      return { person, session: (await people.useLink(operator, link, { name: '', password })).session };
    };
    const change = <T>(work: () => Work<T>) => store.transact((transaction) => store.within(transaction, work));

    it('lets the first administrator in by a link that works once', async () => {
      expect(await people.hasAdmin()).toBe(false);
      const old = await people.firstAdminLink();
      const link = await people.firstAdminLink();
      expect(await people.readLink(link)).toBeNull();
      await expect(people.readLink(old)).rejects.toMatchObject({ code: 'access.link' });
      const twice = [1, 2].map(() => people.useLink(operator, link, { name: 'Ada', password }));
      const ended = await Promise.allSettled(twice);
      expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await people.list()).map(({ name, role, hasPassword }) => [name, role, hasPassword])).toEqual([
        ['Ada', 'admin', true],
      ]);
    });

    it('knows a name however it is written, and gives it once', async () => {
      await become('Ada', 'admin');
      expect((await people.find('ADA'))?.name).toBe('Ada');
      await expect(people.add(operator, { name: ' ada ', role: 'user' })).rejects.toMatchObject({
        code: 'usage.bad-argument',
      });
      await expect(people.add(operator, { name: '<b>', role: 'user' })).rejects.toThrow(/is not a valid name/);
      const requested = [1, 2].map(() => people.add(operator, { name: 'Bo', role: 'user' }));
      expect((await Promise.allSettled(requested)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('keeps a last administrator', async () => {
      const [ada, bo] = [await become('Ada', 'admin'), await become('Bo', 'admin')];
      const away = await Promise.allSettled([
        people.remove(operator, ada.person.id),
        people.setRole(operator, bo.person.id, 'user'),
      ]);
      expect(away.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await people.hasAdmin()).toBe(true);
    });

    it('knows a session until it is idle for too long, too old, ended, or its person gone', async () => {
      await become('Ada', 'admin');
      const { person, session } = await become('Bo', 'user');
      const role = async () => (await people.bySession(session, '127.0.0.1'))?.role ?? null;
      expect(await role()).toBe('user');
      nowMs += 4 * dayMs;
      expect(await role()).toBeNull();
      const again = await people.logIn(operator, 'bo', password, null);
      expect((await people.bySession(again.session, ''))?.person).toEqual(person);
      await expect(people.logIn(operator, 'Bo', 'wrong', null)).rejects.toMatchObject({
        code: 'access.wrong-password',
      });
      const changed = await people.changePassword({ ...operator, person }, { old: password, new: `${password} 2` });
      expect(await people.bySession(again.session, '')).toBeNull();
      await people.settled();
      await people.remove(operator, person.id);
      expect(await people.bySession(changed.session, '')).toBeNull();
      expect((await people.audit(3, null)).map(({ action, object }) => [action, object])).toEqual([
        ['user.remove', 'Bo'],
        ['user.password', 'Bo'],
        ['login.failed', 'Bo'],
      ]);
    });

    it('has tokens with scopes and an end, that their owner alone revokes', async () => {
      const { person } = await become('Ada', 'admin');
      const tokenRequest = { name: 'script', scopes: ['read', 'crawl'] as const, expiresMs: nowMs + dayMs };
      const token = await people.makeToken(operator, person, tokenRequest);
      expect(await people.byToken(token, '')).toMatchObject({ person, scopes: ['read', 'crawl'], by: 'token' });
      await people.settled();
      const [listed] = await people.tokens(person.id);
      expect(listed).toMatchObject({ owner: 'Ada', name: 'script', usedMs: nowMs });
      expect(await people.tokens(person.id + 1)).toEqual([]);
      await expect(people.revokeToken(operator, listed!.id, person.id + 1)).rejects.toMatchObject({
        code: 'request.not-found',
      });
      nowMs += dayMs;
      expect(await people.byToken(token, '')).toBeNull();
      await people.revokeToken(operator, listed!.id, null);
      expect(await people.tokens(null)).toEqual([]);
    });

    it('writes down what was done, newest first, page by page', async () => {
      for (const name of ['Ada', 'Bo', 'Cy']) await people.add(operator, { name, role: 'user' });
      const [last, before] = await people.audit(2, null);
      expect([last!.object, before!.object]).toEqual(['Cy as user', 'Bo as user']);
      expect((await people.audit(2, before!.id)).map(({ object }) => object)).toEqual(['Ada as user']);
    });

    it('keeps searches of each person apart, each once', async () => {
      const [ada, bo] = [await become('Ada', 'admin'), await become('Bo', 'user')];
      const [hers, his] = [ada, bo].map(({ person }): Principal => ({ ...operator, person }));
      for (const name of ['first', 'second'])
        await change(() => saveSearch(hers!, { name, query: 'q=forest', createdMs: 1 }));
      await change(() => saveSearch(his!, { name: 'his', query: 'q=forest', createdMs: 2 }));
      const [search] = await store.read(() => listSearches(hers!));
      expect(search).toMatchObject({ name: 'second', query: 'q=forest', createdMs: 1 });
      expect(await change(() => removeSearch(his!, search!.id))).toBe(false);
      await people.remove(operator, bo.person.id);
      expect(await store.read(() => listSearches(his!))).toEqual([]);
      expect(await store.read(() => listSearches(hers!))).toHaveLength(1);
    });
  });
}
