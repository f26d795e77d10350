// OGC API – Records: landing page, conformance and the collection.

import { queryables, sortables } from '../formats/queryables.ts';
import { collectionId, collectionUrl, itemsUrl, type Link, openApiType, relationOf } from '../formats/record-links.ts';
import { formOf, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, htmlResponse, jsonResponse, notFound } from '../http/response.ts';
import type { RecordsContext } from './records-context.ts';

export const pageForms = { json: 'application/json', html: 'text/html' } as const;
export const schemaForms = { json: 'application/schema+json' } as const;
/** OGC API – Records has its own media type for catalogs; most clients request JSON. */
export const catalogType = 'application/ogc-catalog+json';

export function getLanding(request: HttpRequest, context: RecordsContext): HttpResponse {
  const { title } = context;
  const { base } = request;
  const links: readonly Link[] = [
    { rel: 'self', type: pageForms.json, title: 'This document', href: `${base}/ogc/` },
    { rel: 'alternate', type: pageForms.html, title: 'This document as a page', href: `${base}/ogc/?f=html` },
    { rel: 'service-desc', type: openApiType, title: 'The API', href: `${base}/ogc/api` },
    { rel: 'service-doc', type: pageForms.html, title: 'The API for people', href: `${base}/ogc/api?f=html` },
    {
      rel: 'conformance',
      type: pageForms.json,
      title: 'What this server conforms to',
      href: `${base}/ogc/conformance`,
    },
    { rel: 'data', type: pageForms.json, title: 'The collections', href: `${base}/ogc/collections` },
    { rel: relationOf('ogc-catalog'), type: 'application/geo+json', title: 'The catalog', href: itemsUrl(base) },
    {
      rel: 'search',
      type: 'application/opensearchdescription+xml',
      title: 'OpenSearch',
      href: `${base}/opensearch.xml`,
    },
  ];
  const description = 'Map services, catalogs and geodata found on the web.';
  return inForm(request, context, { content: { title, description, links }, links });
}

export function getConformance(request: HttpRequest, context: RecordsContext): HttpResponse {
  const links = conformance.map((href): Link => ({ rel: 'related', href, title: href }));
  return inForm(request, context, {
    content: { conformsTo: conformance },
    links,
    title: 'What this server conforms to',
  });
}

export async function getCollections(request: HttpRequest, context: RecordsContext): Promise<HttpResponse> {
  const href = `${request.base}/ogc/collections`;
  const links: readonly Link[] = [
    { rel: 'self', type: pageForms.json, title: 'This document', href },
    { rel: 'alternate', type: pageForms.html, title: 'This document as a page', href: `${href}?f=html` },
    { rel: 'item', type: pageForms.json, title: 'The catalog', href: collectionUrl(request.base) },
  ];
  const collection = await collectionOf(context, request.base);
  const content = { links, numberMatched: 1, numberReturned: 1, collections: [collection] };
  return inForm(request, context, { content, links, title: 'Collections' });
}

export async function getCollection(request: HttpRequest, context: RecordsContext): Promise<HttpResponse> {
  const collection = await collectionOf(context, request.base);
  const response = inForm(request, context, { content: collection, links: collection.links, title: context.title });
  const wantsCatalog = (request.headers.accept ?? '').includes(catalogType) && response.type === pageForms.json;
  return wantsCatalog ? { ...response, type: catalogType } : response;
}

export function getQueryables(request: HttpRequest): HttpResponse {
  formOf(request, schemaForms);
  return jsonResponse(queryables(request.base), schemaForms.json);
}

export function getSortables(request: HttpRequest): HttpResponse {
  formOf(request, schemaForms);
  return jsonResponse(sortables(request.base), schemaForms.json);
}

export function requireCollection({ parameters }: HttpRequest): void {
  if (parameters.collectionId !== collectionId)
    throw notFound(
      `There is no collection ${JSON.stringify(parameters.collectionId)}; the catalog is "${collectionId}".`,
    );
}

async function collectionOf({ title, catalog }: RecordsContext, base: string) {
  const { resources } = await catalog.counts();
  const href = collectionUrl(base);
  const links: readonly Link[] = [
    { rel: 'self', type: pageForms.json, title: 'This document', href },
    { rel: 'alternate', type: pageForms.html, title: 'This document as a page', href: `${href}?f=html` },
    { rel: 'items', type: 'application/geo+json', title: 'The records', href: itemsUrl(base) },
    { rel: 'items', type: pageForms.html, title: 'The records as pages', href: `${itemsUrl(base)}?f=html` },
    {
      rel: relationOf('queryables'),
      type: schemaForms.json,
      title: 'What filters can name',
      href: `${href}/queryables`,
    },
    { rel: relationOf('sortables'), type: schemaForms.json, title: 'What can be sorted by', href: `${href}/sortables` },
    { rel: 'root', type: pageForms.json, title: 'The root', href: `${base}/ogc/` },
  ];
  return {
    id: collectionId,
    type: 'Collection',
    itemType: 'record',
    title,
    description: `${resources} map services, catalogs and files found on the web.`,
    extent: { spatial: { bbox: [[-180, -90, 180, 90]], crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' } },
    crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
    links,
  };
}

interface Shown {
  readonly content: object;
  readonly links: readonly Link[];
  readonly title?: string;
}

function inForm(
  request: HttpRequest,
  context: RecordsContext,
  { content, links, title = 'Geotrawl' }: Shown,
): HttpResponse {
  if (formOf(request, pageForms) === 'json') return jsonResponse(content, pageForms.json);
  return htmlResponse(context.pages.links(request, title, links));
}

const spec = (part: string) => `http://www.opengis.net/spec/${part}`;

/**
 * Conformance classes: only those fully implemented, each of them tested. Draft and final names: @camptocamp/ogc-client requires `record-*` or the draft's `core`, others the final
 * names.
 */
const conformance: readonly string[] = [
  spec('ogcapi-common-1/1.0/conf/core'),
  spec('ogcapi-common-2/1.0/conf/collections'),
  ...['core', 'oas30', 'geojson', 'html'].map((name) => spec(`ogcapi-features-1/1.0/conf/${name}`)),
  ...['filter', 'features-filter', 'queryables', 'queryables-query-parameters'].map((name) =>
    spec(`ogcapi-features-3/1.0/conf/${name}`),
  ),
  ...[
    'cql2-text',
    'cql2-json',
    'basic-cql2',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'accent-insensitive-comparison',
    'basic-spatial-functions',
  ].map((name) => spec(`cql2/1.0/conf/${name}`)),
  ...[
    'searchable-catalog',
    'searchable-catalog-filtering',
    'searchable-catalog-sorting',
    'record-core',
    'record-collection',
    'record-core-query-parameters',
    'record-api',
    'sorting',
    'filtering',
    'json',
    'html',
    'oas30',
    'autodiscovery',
    'core',
  ].map((name) => spec(`ogcapi-records-1/1.0/conf/${name}`)),
];
