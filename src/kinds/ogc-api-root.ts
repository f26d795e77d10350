// The landing page of an OGC API, from any of its documents or addresses.
import { isWebUrl } from '../base/url/web-url.ts';
import { addressAbove, apiAddress, haveSameOrigin } from './address/api-address.ts';
import { linkTo } from './address/json-links.ts';
import type { OgcApiDocument } from './ogc-api/ogc-api-document.ts';

/** What lies below a landing page in all parts of OGC API. */
const belowRoot =
  /\/(?:collections(?:\.\w{1,8})?(?:\/[^/]+(?:\/(?:items|schema|queryables|sortables|tiles|tilesets|map|styles|coverage|position|radius|area|cube|trajectory|corridor|locations|instances)(?:[/.].*)?)?)?|conformance(?:\.\w{1,8})?|processes(?:\/[^/]+(?:\/execution)?)?|jobs(?:\/.*)?|styles|tiles|tilematrixsets?(?:\/[^/]+)?|api|openapi)\/?$/i;

/** Walks up by the shape of the address; null where it does not look like part of an OGC API. */
export function rootAbove(url: string): string | null {
  return addressAbove(url, belowRoot);
}

/** The address that answered is trusted over the ones written (edge case 28), which must at least be of the same host. */
export function ogcApiRoot(api: OgcApiDocument): string {
  const isOnWeb = isWebUrl(api.url);
  if (api.shape === 'landing' && isOnWeb) return apiAddress(api.url);
  const above = rootAbove(api.url);
  if (above !== null) return above;
  const claimed = claimedRoot(api);
  return claimed !== null && (!isOnWeb || haveSameOrigin(claimed, api.url)) ? claimed : apiAddress(api.url);
}

/** The landing page as the document itself names it, perhaps on another host. */
export function claimedRoot({ shape, links }: OgcApiDocument): string | null {
  const self = linkTo(links, 'self')?.url;
  if (shape === 'landing') return self === undefined ? null : apiAddress(self);
  const root = linkTo(links, 'root', 'home')?.url;
  if (root !== undefined) return apiAddress(root);
  const written = [self, ...links.map((link) => link.url)].filter((one) => one !== undefined);
  for (const one of written.slice(0, 50)) {
    const above = rootAbove(one);
    if (above !== null) return above;
  }
  return null;
}
