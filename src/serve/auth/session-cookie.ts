// The session cookie.

import { cookieIn } from '../http/cookies.ts';
import type { HttpRequest } from '../http/request.ts';

type At = Pick<HttpRequest, 'headers' | 'base'>;

/** Browsers accept the `__Host-` prefix only over TLS from the same host; loopback has no TLS. */
function nameAt(base: string): string {
  return base.startsWith('https:') ? '__Host-geotrawl' : 'geotrawl';
}

/** The session secret; null without a cookie. */
export function readSessionCookie({ headers, base }: At): string | null {
  const value = cookieIn(headers, nameAt(base));
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

export function setSessionCookie(base: string, session: string): Record<string, string> {
  return { 'set-cookie': `${nameAt(base)}=${session}; ${attributes(base)}; Max-Age=${30 * 24 * 3600}` };
}

export function clearSessionCookie(base: string): Record<string, string> {
  return { 'set-cookie': `${nameAt(base)}=; ${attributes(base)}; Max-Age=0` };
}

function attributes(base: string): string {
  return `Path=/; HttpOnly; SameSite=Lax${base.startsWith('https:') ? '; Secure' : ''}`;
}
