// OpenSearch: the description at /opensearch.xml, results at /opensearch.
import type { Filter } from '../../model/filter.ts';
import { atomFeed } from '../formats/atom-feed.ts';
import { recordFeature } from '../formats/record-feature.ts';
import { withQuery } from '../formats/record-links.ts';
import { allOf, allWords, boxFilter, boxIn, timeFilter } from '../http/query-filter.ts';
import { countIn, formOf, type HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse, xmlResponse } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';
import type { ServerContext } from '../http/server-context.ts';
import { openSearchDescription } from './description.ts';

const descriptionType = 'application/opensearchdescription+xml';
const forms = { atom: 'application/atom+xml', json: 'application/geo+json' } as const;

export function openSearchRoutes(context: ServerContext): readonly Route[] {
  return [
    get(
      '/opensearch.xml',
      { permission: 'look', summary: 'OpenSearch description', query: queryParameters(), types: [descriptionType] },
      ({ base }) => xmlResponse(openSearchDescription(base, context.title), `${descriptionType}; charset=utf-8`),
    ),
    get(
      '/opensearch',
      {
        permission: 'look',
        summary: 'OpenSearch results by words, extent and time',
        query: queryParameters('q', 'bbox', 'limit', 'offset', 'start', 'stop', 'f'),
        types: Object.values(forms),
      },
      (request) => getResults(request, context),
    ),
  ];
}

async function getResults(request: HttpRequest, { list, title, clock }: ServerContext): Promise<HttpResponse> {
  const { query, base } = request;
  const form = formOf(request, forms);
  const limit = countIn(query, 'limit', 10, { least: 1, most: 1000 });
  const offset = countIn(query, 'offset');
  const found = await list.find({
    filter: allOf([allWords(query.get('q')), boxFilter(boxIn(query)), spanFilter(query)]),
    offset,
    limit,
  });
  const next = found.next === null ? null : withQuery(`${base}/opensearch`, query, { offset: String(found.next) });
  const self = withQuery(`${base}/opensearch`, query, {});
  if (form === 'atom') {
    const feed = atomFeed({ base, title, found, offset, limit, self, next, nowMs: clock.now() });
    return xmlResponse(feed, `${forms.atom}; charset=utf-8`);
  }
  const links = [
    { rel: 'self', href: self, type: forms.json },
    ...(next === null ? [] : [{ rel: 'next', href: next, type: forms.json }]),
  ];
  const features = found.records.map((record) => recordFeature(record, base));
  return jsonResponse(
    { type: 'FeatureCollection', totalResults: found.total, startIndex: offset, itemsPerPage: limit, features, links },
    forms.json,
  );
}

function spanFilter(query: URLSearchParams): Filter | null {
  const [start, stop] = [query.get('start') ?? '', query.get('stop') ?? ''];
  if (start === '' && stop === '') return null;
  const filter = timeFilter(new URLSearchParams({ datetime: `${start || '..'}/${stop || '..'}` }));
  if (filter === null) throw badParameter('start', 'must be a time.');
  return filter;
}
