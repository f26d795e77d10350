// Authenticates each request, and checks its permission and origin.

import { readUrl } from '../../base/url/url.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { anonymous, may, type Permission, type Principal, permissions } from '../http/principal.ts';
import type { HttpRequest } from '../http/request.ts';
import type { AccessRequest } from '../http/server.ts';
import type { Accounts } from './accounts.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface AuthorizeOptions {
  readonly people: Pick<Accounts, 'bySession' | 'byToken'>;
  /** A single-user installation without accounts. */
  readonly isLocal: boolean;
}

/** Throws `access.needed` if logging in may help, else `access.denied`; `access.origin` for cross-site requests. */
export async function authorize(request: AccessRequest, options: AuthorizeOptions): Promise<Principal> {
  const { route, headers, base } = request;
  const { permission } = route;
  const who = await principalOf(request, options);
  if (!may(who, permission)) throw refusal(who, permission);
  // Only programs send tokens; browsers may send everything else unprompted, so it needs the origin check.
  if (route.method !== 'GET' && permissions[permission].isChange && who.by !== 'token')
    requireSameOrigin(headers, base, who.by);
  return who;
}

async function principalOf(
  request: Omit<AccessRequest, 'route'>,
  { people, isLocal }: AuthorizeOptions,
): Promise<Principal> {
  if (!isLocal) return recognize(request, people);
  return { ...anonymous, role: 'admin', by: 'local', address: request.address };
}

/** The principal an error page is rendered for: an invalid token counts as a guest. */
export async function principalOrAnonymous(
  request: Omit<AccessRequest, 'route'>,
  options: AuthorizeOptions,
): Promise<Principal> {
  try {
    return await principalOf(request, options);
  } catch (error) {
    if (error instanceof GeotrawlError && error.code === 'access.needed')
      return { ...anonymous, address: request.address };
    throw error;
  }
}

/** Re-authenticates a long-lived connection: sessions end, roles change. */
export function refreshPrincipal(
  { headers, base, who }: Pick<HttpRequest, 'headers' | 'base' | 'who'>,
  people: AuthorizeOptions['people'],
): Promise<Principal> {
  return who.by === 'local' ? Promise.resolve(who) : recognize({ headers, base, address: who.address }, people);
}

/** An invalid token is an error; an expired session makes the request a guest's. */
async function recognize(
  { headers, base, address }: Omit<AccessRequest, 'route'>,
  people: AuthorizeOptions['people'],
): Promise<Principal> {
  const { authorization } = headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    const who = await people.byToken(authorization.slice('bearer '.length).trim(), address);
    if (who === null) throw new GeotrawlError('access.needed', 'Unknown or expired token.');
    return who;
  }
  const session = readSessionCookie({ headers, base });
  return (session === null ? null : await people.bySession(session, address)) ?? { ...anonymous, address };
}

/** The message includes what to do. */
function refusal({ by, scopes }: Principal, permission: Permission): GeotrawlError {
  const subject = subjects[permission] ?? '';
  if (by === 'nobody') return new GeotrawlError('access.needed', `${subject}Log in, or send an API token.`);
  if (scopes !== null)
    return new GeotrawlError('access.denied', `The scopes of this token (${scopes.join(', ')}) don't allow this.`);
  const role = permission === 'administer' ? 'an administrator' : 'a user';
  return new GeotrawlError(
    'access.denied',
    `${subject}Your role doesn't allow this. Ask an administrator to make you ${role}.`,
  );
}

const subjects: Partial<Readonly<Record<Permission, string>>> = {
  export: 'Exports need an account. Single records and the APIs (/ogc, /csw, /stac) are open to everyone. ',
  crawl: 'Crawls need an account. ',
};

/**
 * CSRF check: pages of other sites must not change anything on a user's behalf. Browsers declare the origin of a request in
 * Sec-Fetch-Site, older ones in Origin. Requests with neither come from programs, which have no cookie by accident; with a cookie,
 * one of the headers is required.
 */
function requireSameOrigin(headers: HttpRequest['headers'], base: string, by: Principal['by']): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin !== undefined
        ? origin === readUrl(base)?.origin
        : by !== 'session';
  if (isOwn) return;
  throw new GeotrawlError(
    'access.origin',
    'This request did not come from a page of this server. Programs send an API token instead of a cookie.',
  );
}
