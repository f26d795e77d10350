// The whole catalog as DCAT at /dcat.jsonld, in pages.

import { dcatContext, dcatNode } from '../formats/dcat-record.ts';
import { linkHeader } from '../formats/record-links.ts';
import { countIn, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';
import { get, queryParameters, type Route } from '../http/route.ts';
import type { ServerContext } from '../http/server-context.ts';

const defaultLimit = 100;

export function dcatRoutes(context: ServerContext): readonly Route[] {
  return [
    get(
      '/dcat.jsonld',
      {
        permission: 'look',
        summary: 'The catalog in DCAT 3, page by page',
        query: queryParameters('limit', 'offset'),
        types: ['application/ld+json'],
      },
      (request) => getCatalog(request, context),
    ),
  ];
}

async function getCatalog(request: HttpRequest, { list, title }: ServerContext): Promise<HttpResponse> {
  const { base, query } = request;
  const limit = countIn(query, 'limit', defaultLimit, { least: 1, most: 1000 });
  const offset = countIn(query, 'offset');
  const found = await list.find({ filter: null, offset, limit });
  const page = (start: number) => `${base}/dcat.jsonld?offset=${start}&limit=${limit}`;
  const files = found.records.filter(({ family }) => family === 'file');
  const services = found.records.filter(({ family }) => family !== 'file');
  const catalog = {
    '@id': `${base}/dcat.jsonld`,
    '@type': 'dcat:Catalog',
    'dct:title': title,
    'dct:description': 'Map services, catalogs and geodata found on the web.',
    'foaf:homepage': { '@id': `${base}/` },
    'dcat:service': services.map((record) => dcatNode(record, base)),
    'dcat:dataset': files.map((record) => dcatNode(record, base)),
  };
  // Hydra's paging vocabulary, as used by DCAT-AP portals.
  const paging = {
    '@id': page(offset),
    '@type': 'hydra:PartialCollectionView',
    'hydra:totalItems': found.total,
    'hydra:first': { '@id': page(0) },
    ...(found.next === null ? {} : { 'hydra:next': { '@id': page(found.next) } }),
  };
  const context = { ...dcatContext, hydra: 'http://www.w3.org/ns/hydra/core#' };
  const response = jsonResponse({ '@context': context, '@graph': [catalog, paging] }, 'application/ld+json');
  if (found.next === null) return response;
  const link = linkHeader([{ rel: 'next', href: page(found.next), type: 'application/ld+json' }]);
  return { ...response, headers: { link } };
}
