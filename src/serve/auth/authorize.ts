// Authenticates each request and checks its permission.
import { GeotrawlError } from '../../model/errors.ts';
import { anonymous, may, type Permission, type Principal, permissions } from '../http/principal.ts';
import type { HttpRequest } from '../http/request.ts';
import type { Admission } from '../http/server.ts';
import type { Accounts } from './accounts.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface AuthorizeOptions {
  readonly people: Pick<Accounts, 'bySession' | 'byToken'>;
  /** A single-user installation without accounts. */
  readonly isLocal: boolean;
}

/** Throws `access.needed` if logging in may help, else `access.denied`; `access.origin` for cross-site requests. */
export async function authorize(admission: Admission, options: AuthorizeOptions): Promise<Principal> {
  const { route, headers, base } = admission;
  const who = await whoAsks(admission, options);
  const right = route.permission;
  if (!may(who, right)) throw refusal(who, right);
  // Only programs send tokens; browsers may send everything else unprompted, so it needs the origin check.
  if (route.method !== 'GET' && permissions[right].isChange && who.by !== 'token')
    requireSameOrigin(headers, base, who.by);
  return who;
}

async function whoAsks(asking: Omit<Admission, 'route'>, { people, isLocal }: AuthorizeOptions): Promise<Principal> {
  if (!isLocal) return recognize(asking, people);
  return { ...anonymous, role: 'admin', by: 'local', address: asking.address };
}

/** The principal an error page is rendered for: an invalid token counts as a guest. */
export async function whoFailed(asking: Omit<Admission, 'route'>, options: AuthorizeOptions): Promise<Principal> {
  try {
    return await whoAsks(asking, options);
  } catch (error) {
    if (error instanceof GeotrawlError && error.code === 'access.needed')
      return { ...anonymous, address: asking.address };
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
  { headers, base, address }: Omit<Admission, 'route'>,
  people: AuthorizeOptions['people'],
): Promise<Principal> {
  const { authorization } = headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    const who = await people.byToken(authorization.slice('bearer '.length).trim(), address);
    if (who === null) throw new GeotrawlError('access.needed', 'This token is not known here, or has expired.');
    return who;
  }
  const session = readSessionCookie({ headers, base });
  return (session === null ? null : await people.bySession(session, address)) ?? { ...anonymous, address };
}

/** The message includes what to do. */
function refusal({ by, scopes }: Principal, right: Permission): GeotrawlError {
  const what = target[right] ?? '';
  if (by === 'nobody') return new GeotrawlError('access.needed', `${what}Log in, or send an API token.`);
  if (scopes !== null)
    return new GeotrawlError('access.denied', `A token with the scopes ${scopes.join(', ')} does not allow this.`);
  const role = right === 'administer' ? 'an administrator' : 'a user';
  return new GeotrawlError(
    'access.denied',
    `${what}Your role does not allow this: ask an administrator to make you ${role}.`,
  );
}

const target: Partial<Readonly<Record<Permission, string>>> = {
  export:
    'Files of many records are for people with an account here. Records one by one, and the doors for programs (/ogc, /csw, /stac), are open. ',
  crawl: 'Crawls are for people with an account here. ',
};
