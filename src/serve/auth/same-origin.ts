// CSRF check: pages of other sites must not change anything on a user's behalf.
import { readUrl } from '../../base/url/url.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { HttpRequest } from '../http/request.ts';

/**
 * Browsers declare the origin of a request in Sec-Fetch-Site, older ones in Origin. Requests with neither come from
 * programs, which have no cookie by accident; with a cookie, one of the headers is required.
 */
export function requireSameOrigin(headers: HttpRequest['headers'], base: string, by: Principal['by']): void {
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
