// Files for programs that visit the site: sitemaps of all record pages (sitemaps.org 0.9), robots.txt, security.txt.

import { pageUrl } from '../formats/record-url.ts';
import { element, leaf, xmlDeclaration } from '../formats/xml-text.ts';
import type { HttpRequest } from '../http/request.ts';
import { type HttpResponse, notFound, xmlResponse } from '../http/response.ts';
import type { PageContext } from './page-context.ts';

/** The limit of sitemaps.org. */
const urlsPerFile = 50_000;
const recordsPerRead = 500;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export async function getSitemapIndex(request: HttpRequest, { catalog }: PageContext): Promise<HttpResponse> {
  const { resources } = await catalog.counts();
  const files = Array.from({ length: Math.max(1, Math.ceil(resources / urlsPerFile)) }, (_, index) =>
    element('sitemap', {}, leaf('loc', `${request.base}/sitemap/${index + 1}.xml`)),
  );
  return xmlResponse(`${xmlDeclaration}${element('sitemapindex', { xmlns: namespace }, ...files)}\n`);
}

export async function getSitemap(request: HttpRequest, { catalog }: PageContext): Promise<HttpResponse> {
  const number = Number(/^([1-9]\d{0,5})\.xml$/.exec(request.parameters.file ?? '')?.[1]);
  const { resources } = await catalog.counts();
  if (!(number >= 1 && (number - 1) * urlsPerFile < Math.max(1, resources)))
    throw notFound('There is no such sitemap.');
  return xmlResponse(writeSitemap(catalog, (number - 1) * urlsPerFile, request.base));
}

async function* writeSitemap(catalog: PageContext['catalog'], start: number, base: string): AsyncGenerator<string> {
  yield `${xmlDeclaration}<urlset xmlns="${namespace}">\n`;
  for (let at = start; at < start + urlsPerFile; at += recordsPerRead) {
    const records = await catalog.page(at, recordsPerRead, 0);
    for (const { id, lastSeenMs } of records)
      yield `${element('url', {}, leaf('loc', pageUrl(base, id)), leaf('lastmod', new Date(lastSeenMs).toISOString()))}\n`;
    if (records.length < recordsPerRead) break;
  }
  yield '</urlset>\n';
}

/** Record pages may be crawled; searches would be endless. */
export function getRobots({ base }: HttpRequest): HttpResponse {
  const path = new URL(`${base}/`).pathname;
  const body = `User-agent: *\nDisallow: ${path}?\nDisallow: ${path}api/\nSitemap: ${base}/sitemap.xml\n`;
  return { status: 200, type: 'text/plain; charset=utf-8', body };
}

/** RFC 9116 requires an expiry date, preferably less than a year ahead. */
const validMs = 180 * 24 * 60 * 60 * 1000;

/** The contact for vulnerability reports (RFC 9116), the same as in crawl requests. */
export function getSecurityText(
  request: HttpRequest,
  { contact, clock }: Pick<PageContext, 'contact' | 'clock'>,
): HttpResponse {
  if (contact === null) throw notFound('The operator of this catalog has not set politeness.contact.');
  const expires = new Date(clock.now() + validMs).toISOString();
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${request.base}/.well-known/security.txt`];
  return { status: 200, type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
}
