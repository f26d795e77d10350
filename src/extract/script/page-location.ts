// What `location.origin` and its kin stand for on the page a script runs in.
import { readUrl } from '../../base/url/url.ts';

/** Ways scripts write the location of their page. */
const locationName = /^(?:(?:window|document|self|top|parent|globalThis)\.)*location(?:\.(\w+))?$/;

/**
 * The text behind a name like `window.location.origin`; null for other names. Where the page is not known, the parts are
 * empty, so that what is put together from them is relative to the page.
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
