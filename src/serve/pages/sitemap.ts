// Sitemaps of all record pages, and robots.txt (sitemaps.org 0.9: 50,000 addresses in one file).

import { pageUrl } from '../formats/record-url.ts';
import { element, leaf, xmlDeclaration } from '../formats/xml-text.ts';
import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, notFound, xmlAnswer } from '../http/response.ts';
import type { Serving } from '../serving.ts';

const urlsPerFile = 50_000;
const recordsPerRead = 500;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export async function getSitemapIndex(asked: Asked, { catalog }: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { resources } = await catalog.counts();
  const files = Array.from({ length: Math.max(1, Math.ceil(resources / urlsPerFile)) }, (_, index) =>
    element('sitemap', {}, leaf('loc', `${asked.base}/sitemap/${index + 1}.xml`)),
  );
  return xmlAnswer(`${xmlDeclaration}${element('sitemapindex', { xmlns: namespace }, ...files)}\n`);
}

export async function getSitemap(asked: Asked, { catalog }: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const number = Number(/^([1-9]\d{0,5})\.xml$/.exec(asked.parameters.file ?? '')?.[1]);
  const { resources } = await catalog.counts();
  if (!(number >= 1 && (number - 1) * urlsPerFile < Math.max(1, resources)))
    throw notFound('There is no such sitemap.');
  return xmlAnswer(writeSitemap(catalog, (number - 1) * urlsPerFile, asked.base));
}

async function* writeSitemap(catalog: Serving['catalog'], start: number, base: string): AsyncGenerator<string> {
  yield `${xmlDeclaration}<urlset xmlns="${namespace}">\n`;
  for (let at = start; at < start + urlsPerFile; at += recordsPerRead) {
    const records = await catalog.page(at, recordsPerRead);
    for (const { id, lastSeenMs } of records)
      yield `${element('url', {}, leaf('loc', pageUrl(base, id)), leaf('lastmod', new Date(lastSeenMs).toISOString()))}\n`;
    if (records.length < recordsPerRead) break;
  }
  yield '</urlset>\n';
}

/** Pages may be read by everyone; searches would be endless. */
export function getRobots({ base }: Asked): Answer {
  const path = new URL(`${base}/`).pathname;
  const body = `User-agent: *\nDisallow: ${path}?\nDisallow: ${path}api/\nSitemap: ${base}/sitemap.xml\n`;
  return { status: 200, type: 'text/plain; charset=utf-8', body };
}
