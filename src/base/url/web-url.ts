// Web URLs: http and https only.
import { readUrl } from './read-url.ts';

export function isWebUrl(url: string): boolean {
  const parsed = readUrl(url);
  return parsed !== null && isWeb(parsed);
}

/** The absolute http or https form of a reference, or null. `s3:` URLs become their https equivalent (edge case 11). */
export function webUrl(reference: string, base?: string): string | null {
  const url = readUrl(reference, base);
  if (url === null) return null;
  if (url.protocol === 's3:') return bucketUrl(url);
  return isWeb(url) ? url.href : null;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function bucketUrl({ host, pathname }: URL): string | null {
  if (!/^[a-z0-9.-]{3,63}$/i.test(host) || pathname.length < 2) return null;
  // S3's certificate doesn't cover bucket names with dots, so these go into the path.
  return host.includes('.')
    ? `https://s3.amazonaws.com/${host}${pathname}`
    : `https://${host}.s3.amazonaws.com${pathname}`;
}

/** Host name of a web URL, without port; null for other URLs. */
export function hostOf(url: string): string | null {
  const href = webUrl(url);
  return href === null ? null : new URL(href).hostname;
}
