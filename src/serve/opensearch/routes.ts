// OpenSearch: the description at /opensearch.xml, results at /opensearch.
import type { Filter } from '../../model/filter.ts';
import { atomFeed } from '../formats/atom-feed.ts';
import { recordFeature } from '../formats/record-feature.ts';
import { withQuery } from '../formats/record-links.ts';
import { allOf, boxFilter, boxIn, timeFilter } from '../http/query-filter.ts';
import { type Asked, checkQuery, countIn, formOf } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer, xmlAnswer } from '../http/response.ts';
import { get, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
import { openSearchDescription } from './description.ts';

const forms = { atom: 'application/atom+xml', json: 'application/geo+json' } as const;

export function openSearchRoutes(serving: Serving): readonly Route[] {
  return [
    get('/opensearch.xml', (asked) => {
      checkQuery(asked, []);
      return xmlAnswer(
        openSearchDescription(asked.base, serving.title),
        'application/opensearchdescription+xml; charset=utf-8',
      );
    }),
    get('/opensearch', (asked) => getResults(asked, serving)),
  ];
}

async function getResults(asked: Asked, { list, title, clock }: Serving): Promise<Answer> {
  checkQuery(asked, ['q', 'bbox', 'limit', 'offset', 'start', 'stop', 'f']);
  const { query, base } = asked;
  const form = formOf(asked, forms);
  const limit = countIn(query, 'limit', 10, { least: 1, most: 1000 });
  const offset = countIn(query, 'offset', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  const found = await list.find({
    filter: allOf([allWords(query.get('q')), boxFilter(boxIn(query)), spanFilter(query)]),
    offset,
    limit,
  });
  const end = offset + found.records.length;
  const next =
    found.records.length > 0 && end < found.total
      ? withQuery(`${base}/opensearch`, query, { offset: String(end) })
      : null;
  const self = withQuery(`${base}/opensearch`, query, {});
  if (form === 'atom') {
    const feed = atomFeed({ base, title, found, offset, limit, self, next, nowMs: clock.now() });
    return xmlAnswer(feed, `${forms.atom}; charset=utf-8`);
  }
  const links = [
    { rel: 'self', href: self, type: forms.json },
    ...(next === null ? [] : [{ rel: 'next', href: next, type: forms.json }]),
  ];
  const features = found.records.map((record) => recordFeature(record, base));
  return jsonAnswer(
    { type: 'FeatureCollection', totalResults: found.total, startIndex: offset, itemsPerPage: limit, features, links },
    forms.json,
  );
}

/** Every word is somewhere in the record. */
export function allWords(text: string | null): Filter | null {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  return allOf(words.map((phrase): Filter => ({ op: 'text', phrase })));
}

function spanFilter(query: URLSearchParams): Filter | null {
  const [start, stop] = [query.get('start') ?? '', query.get('stop') ?? ''];
  if (start === '' && stop === '') return null;
  const filter = timeFilter(new URLSearchParams({ datetime: `${start || '..'}/${stop || '..'}` }));
  if (filter === null) throw badParameter('start', 'no time');
  return filter;
}
