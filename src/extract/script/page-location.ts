// Values of `location.origin` and related properties on the page a script runs in.
import { readUrl } from '../../base/url/url.ts';

/** Spellings of the page's location in scripts. */
const locationName = /^(?:(?:window|document|self|top|parent|globalThis)\.)*location(?:\.(\w+))?$/;

const parts = ['origin', 'protocol', 'host', 'hostname', 'port', 'pathname'] as const;

/**
 * The text for a name like `window.location.origin`; null for other names. If the page is unknown, the parts are empty,
 * so that URLs built from them are relative to the page.
 */
export function locationText(expression: string, pageUrl: string | null): string | null {
  if (/^(?:document\.(?:baseURI|URL)|import\.meta\.url)$/.test(expression)) return pageUrl ?? '';
  const match = locationName.exec(expression);
  if (match === null) return null;
  const url = pageUrl === null ? null : readUrl(pageUrl);
  if (url === null) return '';
  const [, name = 'href'] = match;
  if (name === 'href') return `${url.origin}${url.pathname}`;
  if (name === 'search' || name === 'hash') return '';
  const part = parts.find((known) => known === name);
  return part === undefined ? null : url[part];
}
