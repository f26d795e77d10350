// Addresses on the web: http and https only.

export function isWebUrl(url: string): boolean {
  return webUrl(url) !== null;
}

/** The absolute http or https form of a reference, or null. */
export function webUrl(reference: string, base?: string): string | null {
  if (!URL.canParse(reference, base)) return null;
  const url = new URL(reference, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

/** Host name of a web address, without port; null where there is none. */
export function hostOf(url: string): string | null {
  const href = webUrl(url);
  return href === null ? null : new URL(href).hostname;
}
