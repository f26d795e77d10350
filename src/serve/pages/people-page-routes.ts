// Pages to log in, for one's account and for administration: forms that need no script.
import { listOptOuts } from '../../frontier/opt-outs.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../auth/session-cookie.ts';
import { bodyOf } from '../http/read-body.ts';
import { type Asked, countIn } from '../http/request.ts';
import { type Answer, htmlAnswer } from '../http/response.ts';
import { get, post, type Route } from '../http/router.ts';
import { daysIn, idIn, linkOf, personOf, roleIn, scopeIn } from '../people/routes.ts';
import type { Serving } from '../serving.ts';
import { endOptOut, optOutHost } from '../tasks/opt-out-routes.ts';
import { accountPage } from './accounts/account-page.ts';
import { adminPage } from './accounts/admin-page.ts';
import { loginPage, welcomePage } from './accounts/login-page.ts';
import { orAgain, seeOther } from './layout/form-parts.ts';
import { settingOf } from './page-setting.ts';
import { page } from './routes.ts';

export function peoplePageRoutes(serving: Serving): readonly Route[] {
  const { people } = serving;
  return [
    get('/login', (asked) =>
      page(asked, () =>
        loginPage({
          setting: settingOf(asked, serving),
          next: nextIn(asked.query.get('next')),
          name: '',
          complaint: null,
        }),
      ),
    ),
    post('/login', (asked) => logIn(asked, serving)),
    post('/logout', async (asked) => {
      const session = readSessionCookie(asked);
      if (session !== null) await people.logOut(asked.who, session);
      return seeOther(`${asked.base}/`, clearSessionCookie(asked.base));
    }),
    get('/welcome/:link', (asked) => page(asked, () => showWelcome(asked, serving, '', null))),
    post('/welcome/:link', (asked) => useLink(asked, serving)),
    get('/account', (asked) => page(asked, () => showAccount(asked, serving))),
    post('/account/password', (asked) => changePassword(asked, serving)),
    post('/account/tokens', (asked) => makeToken(asked, serving)),
    post('/account/tokens/:id/revoke', async (asked) => {
      await people.revokeToken(asked.who, idIn(asked), personOf(asked).id);
      return seeOther(`${asked.base}/account`);
    }),
    ...adminRoutes(serving),
  ];
}

function adminRoutes(serving: Serving): readonly Route[] {
  const { people } = serving;
  const back = (asked: Asked) => seeOther(`${asked.base}/admin`);
  const again = (asked: Asked) => (complaint: string) => showAdmin(asked, serving, { complaint });
  return [
    get('/admin', (asked) => page(asked, () => showAdmin(asked, serving, {}))),
    post('/admin/users', (asked) =>
      orAgain(
        asked,
        async () => {
          const body = await bodyOf(asked, ['name', 'role']);
          const { person, link } = await people.add(asked.who, {
            name: body.text('name'),
            role: roleIn(body.text('role')),
          });
          return showLink(asked, serving, person.name, link);
        },
        again(asked),
      ),
    ),
    post('/admin/users/:id/role', (asked) =>
      orAgain(
        asked,
        async () => {
          const body = await bodyOf(asked, ['role']);
          await people.setRole(asked.who, idIn(asked), roleIn(body.text('role')));
          return back(asked);
        },
        again(asked),
      ),
    ),
    post('/admin/users/:id/reset', (asked) =>
      orAgain(
        asked,
        async () => {
          const id = idIn(asked);
          const link = await people.reset(asked.who, id);
          const person = (await people.list()).find((one) => one.id === id);
          return showLink(asked, serving, person?.name ?? '', link);
        },
        again(asked),
      ),
    ),
    post('/admin/users/:id/remove', (asked) =>
      orAgain(
        asked,
        async () => {
          await people.remove(asked.who, idIn(asked));
          return back(asked);
        },
        again(asked),
      ),
    ),
    post('/admin/opt-outs', (asked) =>
      orAgain(
        asked,
        async () => {
          const body = await bodyOf(asked, ['host', 'reason']);
          const { host, resources } = await optOutHost(serving, asked.who, body.text('host'), body.text('reason', ''));
          const { locale } = settingOf(asked, serving);
          const notice = locale.say.people.optOutDone(host, locale.number(resources));
          return htmlAnswer(await showAdmin(asked, serving, { notice }));
        },
        again(asked),
      ),
    ),
    post('/admin/opt-outs/:host/end', async (asked) => {
      await endOptOut(serving, asked.who, asked.parameters.host ?? '');
      return back(asked);
    }),
  ];
}

async function showAdmin(
  asked: Asked,
  serving: Serving,
  {
    notice = null,
    link = null,
    complaint = null,
  }: { notice?: string | null; link?: string | null; complaint?: string | null },
): Promise<string> {
  const { people, store } = serving;
  const before = countIn(asked.query, 'before', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return adminPage({
    ...{
      setting: settingOf(asked, serving),
      people: await people.list(),
      optOuts: await store.read(listOptOuts),
      notice,
      link,
      complaint,
    },
    audit: await people.audit(50, before === 0 ? null : before),
  });
}

async function showLink(asked: Asked, serving: Serving, name: string, secret: string): Promise<Answer> {
  const { people: say } = settingOf(asked, serving).locale.say;
  return htmlAnswer(await showAdmin(asked, serving, { notice: say.linkFor(name), link: linkOf(asked, secret) }));
}

async function logIn(asked: Asked, serving: Serving): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'password', 'next']);
  const name = body.text('name', '');
  const next = nextIn(body.text('next', ''));
  return orAgain(
    asked,
    async () => {
      const { session } = await serving.people.logIn(asked.who, name, body.text('password'), readSessionCookie(asked));
      return seeOther(`${asked.base}${next}`, setSessionCookie(asked.base, session));
    },
    (complaint) => loginPage({ setting: settingOf(asked, serving), next, name, complaint }),
  );
}

async function showWelcome(asked: Asked, serving: Serving, name: string, complaint: string | null): Promise<string> {
  const link = asked.parameters.link ?? '';
  const person = (await serving.people.readLink(link))?.name ?? null;
  return welcomePage({ setting: settingOf(asked, serving), link, person, name, complaint });
}

async function useLink(asked: Asked, serving: Serving): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'password']);
  const chosen = { name: body.text('name', ''), password: body.text('password') };
  return orAgain(
    asked,
    async () => {
      const { session } = await serving.people.useLink(asked.who, asked.parameters.link ?? '', chosen);
      return seeOther(`${asked.base}/crawls`, setSessionCookie(asked.base, session));
    },
    (complaint) => showWelcome(asked, serving, chosen.name, complaint),
  );
}

async function showAccount(
  asked: Asked,
  serving: Serving,
  { token = null, complaint = null }: { token?: string | null; complaint?: string | null } = {},
): Promise<string> {
  const person = personOf(asked);
  const tokens = await serving.people.tokens(person.id);
  return accountPage({
    ...{ setting: settingOf(asked, serving), person, tokens, token, complaint },
    hasChanged: asked.query.has('changed'),
  });
}

async function changePassword(asked: Asked, serving: Serving): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'old', 'new']);
  return orAgain(
    asked,
    async () => {
      const { session } = await serving.people.changePassword(asked.who, {
        old: body.text('old'),
        new: body.text('new'),
      });
      return seeOther(`${asked.base}/account?changed=1`, setSessionCookie(asked.base, session));
    },
    (complaint) => showAccount(asked, serving, { complaint }),
  );
}

async function makeToken(asked: Asked, serving: Serving): Promise<Answer> {
  const body = await bodyOf(asked, ['name', 'scopes', 'days']);
  return orAgain(
    asked,
    async () => {
      const wish = {
        name: body.text('name'),
        scopes: body.list('scopes').map(scopeIn),
        expiresMs: daysIn(body.count('days')),
      };
      const token = await serving.people.makeToken(asked.who, personOf(asked), wish);
      return { ...htmlAnswer(await showAccount(asked, serving, { token })), headers: { 'cache-control': 'no-store' } };
    },
    (complaint) => showAccount(asked, serving, { complaint }),
  );
}

/** Only a page of ours: a link to log in shall not lead elsewhere. */
function nextIn(text: string | null): string {
  return text !== null && /^\/(?!\/)[\w/?=&%.+-]*$/.test(text) ? text : '/crawls';
}
