// The root of the Records door, its conformance and its one collection.

import { queryables, sortables } from '../formats/queryables.ts';
import { collectionId, collectionUrl, itemsUrl, type Link, openApiType, relationOf } from '../formats/record-links.ts';
import { type Asked, checkQuery, formOf } from '../http/request.ts';
import { type Answer, htmlAnswer, jsonAnswer, notFound } from '../http/response.ts';
import { linksPage } from '../pages/layout/links-page.ts';
import { settingOf } from '../pages/page-setting.ts';
import type { Serving } from '../serving.ts';
import { conformance } from './conformance.ts';

const forms = { json: 'application/json', html: 'text/html' } as const;
const schemaForms = { json: 'application/schema+json' } as const;

export function getLanding(asked: Asked, serving: Serving): Answer {
  const { title } = serving;
  checkQuery(asked, ['f', 'lang']);
  const { base } = asked;
  const links: readonly Link[] = [
    { rel: 'self', type: forms.json, title: 'This document', href: `${base}/ogc/` },
    { rel: 'alternate', type: forms.html, title: 'This document as a page', href: `${base}/ogc/?f=html` },
    { rel: 'service-desc', type: openApiType, title: 'The API', href: `${base}/ogc/api` },
    { rel: 'service-doc', type: forms.html, title: 'The API for people', href: `${base}/ogc/api?f=html` },
    { rel: 'conformance', type: forms.json, title: 'What this server conforms to', href: `${base}/ogc/conformance` },
    { rel: 'data', type: forms.json, title: 'The collections', href: `${base}/ogc/collections` },
    { rel: relationOf('ogc-catalog'), type: 'application/geo+json', title: 'The catalog', href: itemsUrl(base) },
    {
      rel: 'search',
      type: 'application/opensearchdescription+xml',
      title: 'OpenSearch',
      href: `${base}/opensearch.xml`,
    },
  ];
  const description = 'Map services, catalogs and geodata found on the web.';
  return inForm(asked, serving, { content: { title, description, links }, links });
}

export function getConformance(asked: Asked, serving: Serving): Answer {
  checkQuery(asked, ['f', 'lang']);
  const links = conformance.map((href): Link => ({ rel: 'related', href, title: href }));
  return inForm(asked, serving, {
    content: { conformsTo: conformance },
    links,
    title: 'What this server conforms to',
  });
}

export async function getCollections(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['f', 'lang', 'limit']);
  const href = `${asked.base}/ogc/collections`;
  const links: readonly Link[] = [
    { rel: 'self', type: forms.json, title: 'This document', href },
    { rel: 'alternate', type: forms.html, title: 'This document as a page', href: `${href}?f=html` },
    { rel: 'item', type: forms.json, title: 'The catalog', href: collectionUrl(asked.base) },
  ];
  const collection = await collectionOf(serving, asked.base);
  const content = { links, numberMatched: 1, numberReturned: 1, collections: [collection] };
  return inForm(asked, serving, { content, links, title: 'Collections' });
}

export async function getCollection(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['f', 'lang']);
  requireCollection(asked);
  const collection = await collectionOf(serving, asked.base);
  // OGC API – Records has a media type of its own for catalogs; everybody else asks for JSON.
  const catalogType = 'application/ogc-catalog+json';
  const answer = inForm(asked, serving, { content: collection, links: collection.links, title: serving.title });
  const wantsCatalog = (asked.headers.accept ?? '').includes(catalogType) && answer.type === forms.json;
  return wantsCatalog ? { ...answer, type: catalogType } : answer;
}

export function getQueryables(asked: Asked): Answer {
  checkQuery(asked, ['f', 'lang']);
  requireCollection(asked);
  formOf(asked, schemaForms);
  return jsonAnswer(queryables(asked.base), schemaForms.json);
}

export function getSortables(asked: Asked): Answer {
  checkQuery(asked, ['f', 'lang']);
  requireCollection(asked);
  formOf(asked, schemaForms);
  return jsonAnswer(sortables(asked.base), schemaForms.json);
}

export function requireCollection({ parameters }: Asked): void {
  if (parameters.collection !== collectionId)
    throw notFound(
      `There is no collection ${JSON.stringify(parameters.collection)}; the catalog is "${collectionId}".`,
    );
}

async function collectionOf({ title, catalog }: Serving, base: string) {
  const { resources } = await catalog.counts();
  const href = collectionUrl(base);
  const links: readonly Link[] = [
    { rel: 'self', type: forms.json, title: 'This document', href },
    { rel: 'alternate', type: forms.html, title: 'This document as a page', href: `${href}?f=html` },
    { rel: 'items', type: 'application/geo+json', title: 'The records', href: itemsUrl(base) },
    { rel: 'items', type: forms.html, title: 'The records as pages', href: `${itemsUrl(base)}?f=html` },
    {
      rel: relationOf('queryables'),
      type: schemaForms.json,
      title: 'What filters can name',
      href: `${href}/queryables`,
    },
    { rel: relationOf('sortables'), type: schemaForms.json, title: 'What can be sorted by', href: `${href}/sortables` },
    { rel: 'root', type: forms.json, title: 'The root', href: `${base}/ogc/` },
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

function inForm(asked: Asked, serving: Serving, { content, links, title = 'Geotrawl' }: Shown): Answer {
  if (formOf(asked, forms) === 'json') return jsonAnswer(content, forms.json);
  return htmlAnswer(linksPage(title, links, settingOf(asked, serving)));
}
