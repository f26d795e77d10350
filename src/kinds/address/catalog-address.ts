// URLs of catalogs: the document itself, or the portal it belongs to.
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { CheckRequest } from '../../model/kind.ts';
import type { Resource } from '../../model/resource.ts';

/** The final URL without its fragment. */
export function documentAddress(document: Document): string {
  return document.finalUrl.replace(/#.*$/s, '');
}

/** The health check of a catalog that is one document: it can still be fetched. */
export function checkAddress(resource: Resource): readonly CheckRequest[] {
  return [{ url: resource.endpoint }];
}

/**
 * The portal above a path that only its product has: portalAbove('https://a.org/ckan/api/3/action/x', /\/api\/3\//) is
 * 'https://a.org/ckan/'. Null without such a path.
 */
export function portalAbove(url: string, path: RegExp): string | null {
  const href = webUrl(url);
  if (href === null) return null;
  const { origin, pathname } = new URL(href);
  const at = pathname.search(path);
  return at < 0 ? null : `${origin}${pathname.slice(0, at).replace(/\/+$/, '')}/`;
}

/** The folder of a page, without its query: where a portal's front page is. */
export function portalFolder(url: string): string {
  const href = webUrl(url);
  if (href === null) return url;
  const { origin, pathname } = new URL(href);
  return `${origin}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`;
}

/** Whether the path could be a portal's front page: the root, a language, or an index page. */
export function isFrontPath(url: string): boolean {
  const href = webUrl(url);
  if (href === null) return false;
  const { pathname, search } = new URL(href);
  return search === '' && /^\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?\/?)?(?:index\.\w{3,5}|home\/?)?$/i.test(pathname);
}

/** True if the URL requests a later page or a part of the catalog: it is then described as a separate list. */
export function asksForPart(url: string, parameters: readonly string[]): boolean {
  const href = webUrl(url);
  if (href === null) return false;
  const query = new URL(href).searchParams;
  return parameters.some((name) => {
    const value = query.get(name) ?? '';
    return value !== '' && value !== '0' && value !== '*' && value !== '*:*';
  });
}

/** The same URL with one parameter changed. */
export function withParameter(url: string, name: string, value: string): string | null {
  const href = webUrl(url);
  if (href === null) return null;
  const target = new URL(href);
  target.searchParams.set(name, value);
  return target.href;
}
