// Cookies of a request (RFC 6265, section 4.2).

/** Null if absent. */
export function cookieIn(headers: Readonly<Record<string, string | undefined>>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
