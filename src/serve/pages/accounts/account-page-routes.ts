// Pages for login, the user's account and administration; the forms work without scripts.
import { listOptOuts } from '../../../frontier/opt-outs.ts';
import { accountOf, daysIn, idIn, linkOf, roleIn, scopeIn } from '../../auth/routes.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../../auth/session-cookie.ts';
import { endOptOut, optOutHost } from '../../crawls/opt-out-routes.ts';
import { bodyOf } from '../../http/read-body.ts';
import { countIn, type HttpRequest } from '../../http/request.ts';
import { type HttpResponse, htmlResponse } from '../../http/response.ts';
import { get, post, type Route } from '../../http/route.ts';
import { orAgain, seeOther } from '../layout/form-parts.ts';
import { pageResponse, settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';
import { accountPage, loginPage, welcomePage } from './account-page.ts';
import { type AdminPageData, adminPage } from './admin-page.ts';

export function accountPageRoutes(context: PageContext): readonly Route[] {
  const { people } = context;
  return [
    get('/login', { permission: 'log-in' }, (request) =>
      pageResponse(request, () =>
        loginPage({
          setting: settingOf(request, context),
          next: nextIn(request.query.get('next')),
          name: '',
          complaint: null,
        }),
      ),
    ),
    post('/login', { permission: 'log-in', rate: 'costly' }, (request) => logIn(request, context)),
    post('/logout', { permission: 'account' }, async (request) => {
      const session = readSessionCookie(request);
      if (session !== null) await people.logOut(request.who, session);
      return seeOther(`${request.base}/`, clearSessionCookie(request.base));
    }),
    get('/welcome/:link', { permission: 'log-in' }, (request) =>
      pageResponse(request, () => showWelcome(request, context, '', null)),
    ),
    post('/welcome/:link', { permission: 'log-in', rate: 'costly' }, (request) => useLink(request, context)),
    get('/account', { permission: 'account' }, (request) => pageResponse(request, () => showAccount(request, context))),
    post('/account/password', { permission: 'account', rate: 'costly' }, (request) => changePassword(request, context)),
    post('/account/tokens', { permission: 'account' }, (request) => makeToken(request, context)),
    post('/account/tokens/:id/revoke', { permission: 'account' }, async (request) => {
      await people.revokeToken(request.who, idIn(request), accountOf(request).id);
      return seeOther(`${request.base}/account`);
    }),
    ...adminRoutes(context),
  ];
}

function adminRoutes(context: PageContext): readonly Route[] {
  const { people } = context;
  const permission = 'administer';
  const back = (request: HttpRequest) => seeOther(`${request.base}/admin`);
  /** The page again with the reason if an expected error occurs. */
  const form = (path: string, submit: (request: HttpRequest) => Promise<HttpResponse>) =>
    post(path, { permission }, (request) =>
      orAgain(
        request,
        () => submit(request),
        (complaint) => showAdmin(request, context, { complaint }),
      ),
    );
  return [
    get('/admin', { permission }, (request) => pageResponse(request, () => showAdmin(request, context))),
    form('/admin/users', async (request) => {
      const body = await bodyOf(request, ['name', 'role']);
      const user = { name: body.text('name'), role: roleIn(body.text('role')) };
      const { person, link } = await people.add(request.who, user);
      return showLink(request, context, person.name, link);
    }),
    form('/admin/users/:id/role', async (request) => {
      const body = await bodyOf(request, ['role']);
      await people.setRole(request.who, idIn(request), roleIn(body.text('role')));
      return back(request);
    }),
    form('/admin/users/:id/reset', async (request) => {
      const id = idIn(request);
      const link = await people.reset(request.who, id);
      const person = (await people.list()).find((one) => one.id === id);
      return showLink(request, context, person?.name ?? '', link);
    }),
    form('/admin/users/:id/remove', async (request) => {
      await people.remove(request.who, idIn(request));
      return back(request);
    }),
    form('/admin/opt-outs', async (request) => {
      const body = await bodyOf(request, ['host', 'reason']);
      const done = await optOutHost(context, request.who, body.text('host'), body.text('reason', ''));
      const { locale } = settingOf(request, context);
      const notice = locale.say.people.optOutDone(done.host, locale.number(done.resources));
      return htmlResponse(await showAdmin(request, context, { notice }));
    }),
    post('/admin/opt-outs/:host/end', { permission }, async (request) => {
      await endOptOut(context, request.who, request.parameters.host ?? '');
      return back(request);
    }),
  ];
}

/** What the last action led to. */
type Outcome = Partial<Pick<AdminPageData, 'notice' | 'link' | 'complaint'>>;

async function showAdmin(request: HttpRequest, context: PageContext, outcome: Outcome = {}): Promise<string> {
  const { people, store } = context;
  const before = countIn(request.query, 'before', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return adminPage({
    setting: settingOf(request, context),
    people: await people.list(),
    optOuts: await store.read(listOptOuts),
    audit: await people.audit(50, before === 0 ? null : before),
    notice: outcome.notice ?? null,
    link: outcome.link ?? null,
    complaint: outcome.complaint ?? null,
  });
}

async function showLink(
  request: HttpRequest,
  context: PageContext,
  name: string,
  secret: string,
): Promise<HttpResponse> {
  const { people: say } = settingOf(request, context).locale.say;
  return htmlResponse(await showAdmin(request, context, { notice: say.linkFor(name), link: linkOf(request, secret) }));
}

async function logIn(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const body = await bodyOf(request, ['name', 'password', 'next']);
  const name = body.text('name', '');
  const next = nextIn(body.text('next', ''));
  return orAgain(
    request,
    async () => {
      const [password, oldSession] = [body.text('password'), readSessionCookie(request)];
      const { session } = await context.people.logIn(request.who, name, password, oldSession);
      return seeOther(`${request.base}${next}`, setSessionCookie(request.base, session));
    },
    (complaint) => loginPage({ setting: settingOf(request, context), next, name, complaint }),
  );
}

async function showWelcome(
  request: HttpRequest,
  context: PageContext,
  name: string,
  complaint: string | null,
): Promise<string> {
  const link = request.parameters.link ?? '';
  const person = (await context.people.readLink(link))?.name ?? null;
  return welcomePage({ setting: settingOf(request, context), link, person, name, complaint });
}

async function useLink(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const body = await bodyOf(request, ['name', 'password']);
  const chosen = { name: body.text('name', ''), password: body.text('password') };
  return orAgain(
    request,
    async () => {
      const { session } = await context.people.useLink(request.who, request.parameters.link ?? '', chosen);
      return seeOther(`${request.base}/crawls`, setSessionCookie(request.base, session));
    },
    (complaint) => showWelcome(request, context, chosen.name, complaint),
  );
}

async function showAccount(
  request: HttpRequest,
  context: PageContext,
  { token = null, complaint = null }: { token?: string | null; complaint?: string | null } = {},
): Promise<string> {
  const person = accountOf(request);
  const tokens = await context.people.tokens(person.id);
  return accountPage({
    setting: settingOf(request, context),
    person,
    tokens,
    token,
    complaint,
    hasChangedPassword: request.query.has('changed'),
  });
}

async function changePassword(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const body = await bodyOf(request, ['name', 'old', 'new']);
  return orAgain(
    request,
    async () => {
      const passwords = { old: body.text('old'), new: body.text('new') };
      const { session } = await context.people.changePassword(request.who, passwords);
      return seeOther(`${request.base}/account?changed=1`, setSessionCookie(request.base, session));
    },
    (complaint) => showAccount(request, context, { complaint }),
  );
}

async function makeToken(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const body = await bodyOf(request, ['name', 'scopes', 'days']);
  return orAgain(
    request,
    async () => {
      const tokenRequest = {
        name: body.text('name'),
        scopes: body.list('scopes').map(scopeIn),
        expiresMs: daysIn(body.count('days')),
      };
      const token = await context.people.makeToken(request.who, accountOf(request), tokenRequest);
      return {
        ...htmlResponse(await showAccount(request, context, { token })),
        headers: { 'cache-control': 'no-store' },
      };
    },
    (complaint) => showAccount(request, context, { complaint }),
  );
}

/** Only our own pages: a login link must not redirect to another site. */
function nextIn(text: string | null): string {
  return text !== null && /^\/(?!\/)[\w/?=&%.+-]*$/.test(text) ? text : '/crawls';
}
