// Values of `location.origin` and related properties on the page a script runs in.
import { readUrl } from '../../base/url/url.ts';

/** Spellings of the page's location in scripts. */
const locationName = /^(?:(?:window|document|self|top|parent|globalThis)\.)*location(?:\.(\w+))?$/;

/**
 * The text for a name like `window.location.origin`; null for other names. If the page is unknown, the parts are empty,
 * so that URLs built from them are relative to the page.
 */
export function locationText(name: string, pageUrl: string | null): string | null {
  if (name === 'document.baseURI' || name === 'document.URL' || name === 'import.meta.url') return pageUrl ?? '';
  const match = locationName.exec(name);
  if (match === null) return null;
  const url = pageUrl === null ? null : readUrl(pageUrl);
  if (url === null) return '';
  switch (match[1]) {
    case 'origin':
      return url.origin;
    case 'protocol':
      return url.protocol;
    case 'host':
      return url.host;
    case 'hostname':
      return url.hostname;
    case 'port':
      return url.port;
    case 'pathname':
      return url.pathname;
    case 'search':
    case 'hash':
      return '';
    case 'href':
    case undefined:
      return `${url.origin}${url.pathname}`;
    default:
      return null;
  }
}
