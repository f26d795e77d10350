// Parses seeds typed by a user: URLs on the command line, in a file, or on standard input.
import { readUrl } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Link } from '../model/link.ts';

/** Reads one seed; 'example.org' means 'https://example.org/'. Throws `usage.bad-url` naming the input. */
export function parseSeed(text: string): string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = readUrl(withScheme);
  // 'mailto:a@example.org' would otherwise become a user name at a host.
  const isMail = withScheme !== trimmed && url?.username !== '';
  if (url === null || isMail || (url.protocol !== 'http:' && url.protocol !== 'https:') || !isHostName(url.hostname)) {
    throw new GeotrawlError('usage.bad-url', `"${text}" isn't a web address. Write it like https://example.org/maps.`, {
      facts: { input: text },
    });
  }
  return url.href;
}

/** Seeds of a list, one per line; skips empty lines and lines starting with #. */
export function* seedLines(text: string): Generator<string> {
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed !== '' && !trimmed.startsWith('#')) yield parseSeed(trimmed);
  }
}

export function seedLink(url: string): Link {
  return { url, foundBy: 'seed', anchor: '', window: '', nofollow: false };
}

/** A bare word is more likely a typo than a host: names have a dot, except localhost and IPv6 literals. */
function isHostName(hostname: string): boolean {
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[');
}
