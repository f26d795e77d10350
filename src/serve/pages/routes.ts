// Pages for people, and what crawlers of the web look for.
import type { FoundItems } from '../../open-catalog.ts';
import { type Answer, htmlAnswer } from '../http/answer.ts';
import { type Asked, checkQuery, countIn } from '../http/asked.ts';
import { get, type Route } from '../http/router.ts';
import type { RecordPage } from '../record-list.ts';
import { findRecord } from '../records/items.ts';
import { type Link, withQuery } from '../records/links.ts';
import type { Serving } from '../serving.ts';
import { styleSheet } from './page.ts';
import { recordPage } from './record-page.ts';
import { resultsPage } from './results-page.ts';
import { getRobots, getSitemap, getSitemapIndex } from './sitemap.ts';

const pageSize = 20;

export function pageRoutes(serving: Serving): readonly Route[] {
  return [
    get('/', (asked) => getStart(asked, serving)),
    get('/service/:record', async (asked) => {
      checkQuery(asked, []);
      return htmlAnswer(recordPage(await findRecord(serving, asked.parameters.record ?? ''), asked.base));
    }),
    get('/sitemap.xml', (asked) => getSitemapIndex(asked, serving)),
    get('/sitemap/:file', (asked) => getSitemap(asked, serving)),
    get('/robots.txt', getRobots),
    get('/style.css', () => ({ status: 200, type: 'text/css; charset=utf-8', body: styleSheet })),
  ];
}

async function getStart(asked: Asked, { list, catalog }: Serving): Promise<Answer> {
  checkQuery(asked, ['q', 'offset']);
  const { base, query } = asked;
  const offset = countIn(query, 'offset', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  const words = query.get('q')?.trim() ?? '';
  // People get what fits best first, with other languages and spellings; everything there is, in the order of ids.
  const found: RecordPage & { readonly end?: number } =
    words === ''
      ? await list.find({ filter: null, offset, limit: pageSize })
      : pageOf(await catalog.search({ words, offset, limit: pageSize }));
  const at = (start: number) => withQuery(`${base}/`, query, { offset: String(start) });
  const end = found.end ?? offset + found.records.length;
  const links: Link[] = [
    ...(offset > 0 ? [{ rel: 'prev', title: 'Previous page', href: at(Math.max(0, offset - pageSize)) }] : []),
    ...(end < found.total && end > offset ? [{ rel: 'next', title: 'Next page', href: at(end) }] : []),
  ];
  return htmlAnswer(resultsPage({ base, query, found, offset, links }));
}

function pageOf({ total, items, nextOffset }: FoundItems): RecordPage & { readonly end: number } {
  return { total, records: items.map(({ resource }) => resource), end: nextOffset ?? total };
}
