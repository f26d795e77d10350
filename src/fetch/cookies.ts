// Cookies for the length of one fetch: enough to pass a cookie wall, never kept.

export interface CookieJar {
  /** Takes Set-Cookie headers of an answer from this host. */
  add(hostname: string, setCookies: readonly string[]): void;
  /** Cookie header for a request to this host, or '' for none. */
  header(hostname: string): string;
}

const maxCookies = 20;
const maxCookieBytes = 4096;

/** Cookies go back only to the very host that set them; Domain, Path and dates do not matter within one fetch. */
export function createCookieJar(): CookieJar {
  const byHost = new Map<string, Map<string, string>>();
  return {
    add: (hostname, setCookies) => {
      const cookies = byHost.get(hostname) ?? new Map<string, string>();
      byHost.set(hostname, cookies);
      for (const line of setCookies) {
        const pair = line.split(';', 1)[0]?.trim() ?? '';
        const equals = pair.indexOf('=');
        if (equals <= 0 || pair.length > maxCookieBytes || !isPrintable(pair)) continue;
        if (cookies.size < maxCookies) cookies.set(pair.slice(0, equals), pair);
      }
    },
    header: (hostname) => [...(byHost.get(hostname)?.values() ?? [])].join('; '),
  };
}

/** A value outside printable ASCII could not be sent back. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
