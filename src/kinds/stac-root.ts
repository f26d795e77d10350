// The landing page of a STAC API, from any of its documents or addresses.
import { isWebUrl } from '../base/url/web-url.ts';
import { addressAbove, apiAddress, haveSameOrigin } from './address/api-address.ts';
import { linkTo } from './address/json-links.ts';
import type { StacDocument } from './stac/stac-document.ts';

const belowRoot =
  /\/(?:collections(?:\/[^/]+(?:\/(?:items|queryables|aggregate|aggregations)(?:\/[^/]+)?)?)?|search|conformance|queryables|aggregate|api|openapi)\/?$/i;

export function stacRootAbove(url: string): string | null {
  return addressAbove(url, belowRoot);
}

/** By address, else by the link to the root, else where it was found. */
export function stacApiRoot({ shape, links, url }: StacDocument): string {
  if (shape === 'api' && isWebUrl(url)) return apiAddress(url);
  const above = stacRootAbove(url);
  if (above !== null) return above;
  const root = linkTo(links, 'root')?.url;
  if (root !== undefined && (haveSameOrigin(root, url) || !isWebUrl(url))) return apiAddress(root);
  const self = stacRootAbove(linkTo(links, 'self')?.url ?? '');
  return self !== null && (haveSameOrigin(self, url) || !isWebUrl(url)) ? self : apiAddress(url);
}

/** A page of an API, not a file: it can be searched from, or its address says so. */
export function isServed({ links, url }: StacDocument): boolean {
  const relations = new Set(links.map(({ rel }) => rel));
  return relations.has('next') || relations.has('search') || (relations.has('root') && stacRootAbove(url) !== null);
}
