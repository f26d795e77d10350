// Whether a request was made by a page of ours: another site's page must not change anything in somebody's name.
import { readUrl } from '../../base/url/url.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Who } from '../http/principal.ts';
import type { Asked } from '../http/request.ts';

/**
 * Browsers say where a request comes from in Sec-Fetch-Site, older ones in Origin. A program that says neither has no cookie of
 * anybody's unless it was given one; with a cookie it must say.
 */
export function requireSameOrigin(headers: Asked['headers'], base: string, by: Who['by']): void {
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
