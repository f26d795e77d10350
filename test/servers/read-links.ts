// A plain second reading of pages, so that ground truth does not rest on the crawler under test.
import { Parser } from 'htmlparser2';

export interface PageLinks {
  /** Links a crawler follows to other pages: anchors, frames, forms, refreshes, the entries of feeds and sitemaps. */
  readonly follow: readonly string[];
  /** Every URL that stands anywhere in the page: images, attributes, scripts, comments and running text too. */
  readonly mentioned: readonly string[];
}

/** Reads an HTML page, feed or sitemap. */
export function readLinks(text: string, pageUrl: string): PageLinks {
  const follow: string[] = [];
  const mentioned = [...text.replaceAll('&amp;', '&').matchAll(/http:\/\/[^\s"'<>)]+/g)].map(([url]) => url);
  let nofollow = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta' && attributes.name === 'robots') nofollow = attributes.content?.includes('nofollow') ?? false;
      for (const link of targets(name, attributes)) follow.push(link);
      for (const link of [attributes.href, attributes.src]) if (link !== undefined) mentioned.push(link);
    },
    ontext(data) {
      if (/^http:\S+$/.test(data.trim()) && text.startsWith('<?xml')) follow.push(data.trim());
    },
  });
  parser.end(text);
  return { follow: nofollow ? [] : absolute(follow, pageUrl), mentioned: absolute(mentioned, pageUrl) };
}

function targets(name: string, attributes: Readonly<Record<string, string>>): string[] {
  if (attributes.rel?.includes('nofollow')) return [];
  if (name === 'meta' && attributes['http-equiv'] === 'refresh') return [attributes.content?.split('url=')[1] ?? ''];
  if (name === 'form') return attributes.method === 'get' ? [attributes.action ?? ''] : [];
  const attribute = { a: 'href', iframe: 'src' }[name];
  const target = attribute === undefined ? undefined : attributes[attribute];
  return target === undefined ? [] : [target];
}

function absolute(links: readonly string[], pageUrl: string): string[] {
  const urls = links.filter((link) => URL.canParse(link, pageUrl)).map((link) => new URL(link, pageUrl));
  for (const url of urls) url.hash = '';
  return [...new Set(urls.filter((url) => url.protocol === 'http:').map((url) => url.href))];
}
