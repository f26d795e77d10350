// The public URL, the client's address behind proxies, and the check of the Host header.
import { readUrl } from '../../base/url/url.ts';
import { GeotrawlError } from '../../model/errors.ts';

export interface ProxySettings {
  /** The URL clients use; null to use the Host header. */
  readonly publicUrl: string | null;
  /** Number of our own proxies: that many X-Forwarded entries are trusted. */
  readonly trustProxy: number;
  /** The server listens on loopback only. */
  readonly isLoopback: boolean;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Without a trailing slash. */
export function publicBase(headers: Headers, settings: ProxySettings): string {
  if (settings.publicUrl !== null) return settings.publicUrl.replace(/\/+$/, '');
  const forwarded = settings.trustProxy > 0;
  const host = (forwarded && lastOf(headers['x-forwarded-host'], settings.trustProxy)) || headers.host || '';
  const scheme = forwarded && lastOf(headers['x-forwarded-proto'], settings.trustProxy) === 'https' ? 'https' : 'http';
  const prefix = (forwarded && headers['x-forwarded-prefix']?.trim()) || '';
  const base = `${scheme}://${host}${/^(?:\/[\w.~-]+)*\/?$/.test(prefix) ? prefix.replace(/\/+$/, '') : ''}`;
  if (!/^[\w.[\]:-]{1,255}$/.test(host) || readUrl(base) === null) throw badHost(host);
  return base;
}

/** The client's address, for rate limits. */
export function clientAddress(remote: string, headers: Headers, { trustProxy }: ProxySettings): string {
  return (trustProxy > 0 && lastOf(headers['x-forwarded-for'], trustProxy)) || remote;
}

/**
 * A page on the web can make a browser request this machine under the page's own host name (DNS rebinding). A server on loopback
 * therefore accepts only names of this machine, and its public one.
 */
export function refuseForeignHost(headers: Headers, settings: ProxySettings): void {
  if (!settings.isLoopback) return;
  const host = headers.host ?? '';
  const name = readUrl(`http://${host}`)?.hostname ?? '';
  const own = settings.publicUrl === null ? '' : new URL(settings.publicUrl).hostname;
  if (name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name) || (own !== '' && name === own))
    return;
  throw badHost(host);
}

function badHost(host: string): GeotrawlError {
  return new GeotrawlError(
    'request.host',
    `Unknown host name "${host}". Set server.publicUrl to the URL of this server.`,
    {
      facts: { host },
    },
  );
}

/** The entry written by the outermost of our proxies: the count-th from the right. */
function lastOf(list: string | undefined, count: number): string | null {
  const entries = (list ?? '').split(',').map((entry) => entry.trim());
  const entry = entries.at(-Math.min(count, entries.length));
  return entry === undefined || entry === '' ? null : entry;
}
