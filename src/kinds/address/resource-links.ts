// The links a resource passes to the crawl.
import { webUrl } from '../../base/url/web-url.ts';
import type { FoundBy, Link } from '../../model/link.ts';

export function resourceLink(url: string, foundBy: FoundBy, anchor = ''): Link {
  return { url, foundBy, anchor, window: '', nofollow: false };
}

/** References resolved against `base`, each URL once; those that aren't web URLs are omitted. */
export function uniqueLinks(
  references: Iterable<{ readonly url: string; readonly label: string }>,
  foundBy: FoundBy,
  base: string,
): readonly Link[] {
  const links = new Map<string, Link>();
  for (const { url, label } of references) {
    const target = webUrl(url, base);
    if (target !== null && !links.has(target)) links.set(target, resourceLink(target, foundBy, label));
  }
  return [...links.values()];
}
