// At the door: who asks, and whether they may have what they ask for.
import { GeotrawlError } from '../../model/errors.ts';
import { may, nobody, type Right, rights, type Who } from '../http/principal.ts';
import type { Asked } from '../http/request.ts';
import type { Admission } from '../http/server.ts';
import { rightOf } from '../people/route-rights.ts';
import { requireSameOrigin } from '../people/same-origin.ts';
import type { People } from './accounts.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface AdmitOptions {
  readonly people: Pick<People, 'bySession' | 'byToken'>;
  /** One person on one machine, without accounts. */
  readonly isLocal: boolean;
}

/** Throws `access.needed` where logging in may help, `access.denied` where it does not, `access.origin`. */
export async function admit(admission: Admission, options: AdmitOptions): Promise<Who> {
  const { route, headers, base } = admission;
  const who = await whoAsks(admission, options);
  const right = rightOf(route);
  if (right === null) throw new GeotrawlError('access.denied', 'Nobody may do this.');
  if (!may(who, right)) throw refusal(who, right);
  // A token is sent by programs alone; everything else a browser may send by itself.
  if (route.method !== 'GET' && rights[right].isChange && who.by !== 'token') requireSameOrigin(headers, base, who.by);
  return who;
}

async function whoAsks(asking: Omit<Admission, 'route'>, { people, isLocal }: AdmitOptions): Promise<Who> {
  if (!isLocal) return recognize(asking, people);
  return { ...nobody, role: 'admin', by: 'local', address: asking.address };
}

/** Whom an error page is for: a token that is wrong makes a guest. */
export async function whoFailed(asking: Omit<Admission, 'route'>, options: AdmitOptions): Promise<Who> {
  try {
    return await whoAsks(asking, options);
  } catch (error) {
    if (error instanceof GeotrawlError && error.code === 'access.needed') return { ...nobody, address: asking.address };
    throw error;
  }
}

/** Who somebody is now that was let in before: sessions end, roles change. */
export function stillWho(
  { headers, base, who }: Pick<Asked, 'headers' | 'base' | 'who'>,
  people: AdmitOptions['people'],
): Promise<Who> {
  return who.by === 'local' ? Promise.resolve(who) : recognize({ headers, base, address: who.address }, people);
}

/** A token that is wrong is told so; a session that has ended makes a guest. */
async function recognize(
  { headers, base, address }: Omit<Admission, 'route'>,
  people: AdmitOptions['people'],
): Promise<Who> {
  const { authorization } = headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    const who = await people.byToken(authorization.slice('bearer '.length).trim(), address);
    if (who === null) throw new GeotrawlError('access.needed', 'This token is not known here, or has expired.');
    return who;
  }
  const session = readSessionCookie({ headers, base });
  return (session === null ? null : await people.bySession(session, address)) ?? { ...nobody, address };
}

/** With what to do about it. */
function refusal({ by, scopes }: Who, right: Right): GeotrawlError {
  const what = wanted[right] ?? '';
  if (by === 'nobody') return new GeotrawlError('access.needed', `${what}Log in, or send an API token.`);
  if (scopes !== null)
    return new GeotrawlError('access.denied', `A token with the scopes ${scopes.join(', ')} does not allow this.`);
  const role = right === 'administer' ? 'an administrator' : 'a user';
  return new GeotrawlError(
    'access.denied',
    `${what}Your role does not allow this: ask an administrator to make you ${role}.`,
  );
}

const wanted: Partial<Readonly<Record<Right, string>>> = {
  export:
    'Files of many records are for people with an account here. Records one by one, and the doors for programs (/ogc, /csw, /stac), are open. ',
  crawl: 'Crawls are for people with an account here. ',
};
