// At the door: who asks, and whether they may have what they ask for.
import { GeotrawlError } from '../../model/errors.ts';
import type { Asked } from '../http/asked.ts';
import type { Admission } from '../http/server.ts';
import type { People } from './people.ts';
import { may, nobody, rights, type Who } from './person.ts';
import { rightOf } from './route-rights.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSessionCookie } from './session-cookie.ts';

export interface AdmitOptions {
  readonly people: Pick<People, 'bySession' | 'byToken'>;
  /** One person on one machine, without accounts. */
  readonly isLocal: boolean;
}

/** Throws `access.needed` where logging in may help, `access.denied` where it does not, `access.origin`. */
export function admit(admission: Admission, { people, isLocal }: AdmitOptions): Who {
  const { route, headers, base } = admission;
  const who = isLocal
    ? { ...nobody, role: 'admin' as const, by: 'local' as const, address: admission.address }
    : recognize(admission, people);
  const right = rightOf(route);
  if (right === null) throw new GeotrawlError('access.denied', 'Nobody may do this.');
  if (!may(who, right)) throw refusal(who);
  // A token is sent by programs alone; everything else a browser may send by itself.
  if (route.method !== 'GET' && rights[right].isChange && who.by !== 'token') requireSameOrigin(headers, base, who.by);
  return who;
}

/** Who somebody is now that was let in before: sessions end, roles change. */
export function stillWho(
  { headers, base, who }: Pick<Asked, 'headers' | 'base' | 'who'>,
  people: AdmitOptions['people'],
): Who {
  return who.by === 'local' ? who : recognize({ headers, base, address: who.address }, people);
}

/** A token that is wrong is told so; a session that has ended makes a guest. */
function recognize({ headers, base, address }: Omit<Admission, 'route'>, people: AdmitOptions['people']): Who {
  const { authorization } = headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    const who = people.byToken(authorization.slice('bearer '.length).trim(), address);
    if (who === null) throw new GeotrawlError('access.needed', 'This token is not known here, or has expired.');
    return who;
  }
  const session = readSessionCookie({ headers, base });
  return (session === null ? null : people.bySession(session, address)) ?? { ...nobody, address };
}

function refusal({ by, scopes }: Who): GeotrawlError {
  if (by === 'nobody') return new GeotrawlError('access.needed', 'Log in, or send an API token.');
  const detail = scopes === null ? 'Your role does not' : `A token with the scopes ${scopes.join(', ')} does not`;
  return new GeotrawlError('access.denied', `${detail} allow this.`);
}
