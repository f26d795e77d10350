// Under which address we are known, who is asking, and whether we are meant at all.
import { readUrl } from '../../base/url/url.ts';
import { GeotrawlError } from '../../model/errors.ts';

export interface ProxySettings {
  /** The address clients use, where it is not the one we listen at; null takes the Host header. */
  readonly publicUrl: string | null;
  /** Proxies in front of us that are ours: that many X-Forwarded entries are believed. */
  readonly trustProxy: number;
  /** We listen on this machine alone. */
  readonly isLoopback: boolean;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Without a slash at the end. */
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

/** Who asks, for rate limits. */
export function clientAddress(remote: string, headers: Headers, { trustProxy }: ProxySettings): string {
  return (trustProxy > 0 && lastOf(headers['x-forwarded-for'], trustProxy)) || remote;
}

/**
 * A page on the web may make a browser ask this machine under the page's own name (DNS rebinding). A server for this machine
 * alone therefore answers only to names of this machine, and to its public one.
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
  return new GeotrawlError('request.host', `This server does not answer to the name "${host}"; see server.publicUrl.`, {
    facts: { host },
  });
}

/** The entry the outermost of our proxies wrote: the count-th from the right. */
function lastOf(list: string | undefined, count: number): string | null {
  const entries = (list ?? '').split(',').map((entry) => entry.trim());
  const entry = entries.at(-Math.min(count, entries.length));
  return entry === undefined || entry === '' ? null : entry;
}
