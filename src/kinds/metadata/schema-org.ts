// schema.org Dataset and DataCatalog: JSON-LD in pages, or a separate document.

import { readExtent } from '../../base/geo/extent.ts';
import { isObject, type JsonValue, readJson } from '../../base/json/json.ts';
import { memoize } from '../../base/memoize.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { htmlHead, htmlTitle, readScripts } from '../address/html-source.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatialText, reportExtent } from '../geometry/catalog-spatial.ts';
import { RecordList } from '../records/catalog-records.ts';
import { readAgent } from './dcat-records.ts';
import { addJsonLd, RdfGraph, type RdfNode } from './rdf-graph.ts';

const scriptType = 'application/ld+json';
/** Longer pages are lists or data; their embedded descriptions are at the start anyway. */
const maxPageBytes = 4 * 1024 * 1024;

interface Reading {
  readonly graph: RdfGraph;
  readonly malformed: number;
}

export const schemaOrg: ResourceKind = {
  id: 'schema-org',
  title: 'schema.org Dataset',
  family: 'catalog',
  specification: 'schema.org Dataset and DataCatalog',
  tier: 2,
  forms: ['html', 'json'],
  dataset: 'dataset',
  // Any page may have one: it is identified when the page is read, and no reason to read it.
  suspect: () => 0,
  probe: (url) => [{ url }],
  identify,
  describe,
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const reading = read(document);
  if (reading === null || !hasGeodata(reading.graph)) return [];
  return [{ kind: 'schema-org', version: null, endpoint: documentAddress(document) }];
}

/** Datasets with a location, or catalogs of datasets: spam and recipes have neither location nor download. */
function hasGeodata(graph: RdfGraph): boolean {
  for (const node of graph.ofType('Dataset', 'DataCatalog')) {
    if (node.types.has('DataCatalog') && node.values.has('dataset')) return true;
    if (node.values.has('spatialCoverage') || node.values.has('spatial')) return true;
    const formats = graph
      .inside(node, 'distribution')
      .flatMap((one) => [...graph.texts(one, 'encodingFormat'), ...graph.texts(one, 'contentUrl')]);
    if (
      formats.some((text) =>
        /\bwms\b|\bwfs\b|geojson|shapefile|\bshp\b|geopackage|gpkg|kml|geotiff|netcdf|\/arcgis\/rest\//i.test(text),
      )
    )
      return true;
  }
  return false;
}

const read = memoize((document: Document) => (document.form === 'html' ? readPage(document) : readDocument(document)));

/** Nearly all pages are rejected after two searches of their bytes. */
function readPage(document: Document): Reading | null {
  const bytes = Buffer.from(
    document.bytes.buffer,
    document.bytes.byteOffset,
    Math.min(document.bytes.length, maxPageBytes),
  );
  if (!bytes.includes(scriptType) || (!bytes.includes('Dataset"') && !bytes.includes('DataCatalog"'))) return null;
  const graph = new RdfGraph();
  let malformed = 0;
  for (const script of readScripts(document.text().slice(0, maxPageBytes), scriptType)) {
    const value = parse(script);
    if (value === undefined) malformed++;
    else addJsonLd(graph, value);
  }
  return { graph, malformed };
}

/** A JSON document counts only with the context of schema.org. */
function readDocument(document: Document): Reading | null {
  const value = readJson(document);
  const first = Array.isArray(value) ? value[0] : value;
  if (!isObject(first) || !isSchemaContext(first['@context'])) return null;
  const graph = new RdfGraph();
  addJsonLd(graph, value);
  return { graph, malformed: 0 };
}

/** A URL, a list of them, or an object with a vocabulary. */
function isSchemaContext(context: JsonValue | undefined): boolean {
  const members = Array.isArray(context) ? context.slice(0, 20) : [context];
  const names = members.flatMap((one) => (isObject(one) ? Object.values(one).slice(0, 50) : [one]));
  return names.some((name) => typeof name === 'string' && /^https?:\/\/(?:www\.)?schema\.org\b/i.test(name));
}

/** Some scripts are wrapped in comments or CDATA, and have raw line breaks in strings. */
function parse(script: string): JsonValue | undefined {
  const text = script
    .trim()
    .replace(/^(?:<!--|\/\*\s?<!\[CDATA\[\s?\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s?\]\]>\s?\*\/|\]\]>)$/, '')
    .replace(/;\s*$/, '');
  for (const attempt of [
    text,
    text.replace(/[\u0000-\u001f]/g, ' '),
    text.replace(/[\u0000-\u001f]/g, ' ').replace(/,\s*([}\]])/g, '$1'),
  ]) {
    try {
      return JSON.parse(attempt) as JsonValue;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const reading = read(document);
  if (reading === null) return records.describe(document, {});
  const facts = addSchemaGraph(reading.graph, records);
  if (reading.malformed > 0) records.problems.add('jsonld.malformed', "A JSON-LD block on the page isn't valid JSON.");
  const title = facts.title || (document.form === 'html' ? htmlTitle(htmlHead(document)) : '');
  return records.describe(document, { ...facts, title });
}

type Facts = Pick<Description, 'title' | 'abstract' | 'keywords' | 'provider' | 'accessConstraints'>;

/** The catalog's own properties, or those of the only dataset. */
function addSchemaGraph(graph: RdfGraph, records: RecordList): Facts {
  const datasets = [...graph.ofType('Dataset')];
  for (const node of datasets) addDataset(graph, node, records);
  const [catalog] = graph.ofType('DataCatalog');
  // A dataset names its catalog; the page is still the dataset's.
  const isCatalogPage = catalog !== undefined && (datasets.length !== 1 || catalog.values.has('dataset'));
  const main = isCatalogPage ? catalog : datasets[0];
  if (main === undefined) return { title: '', abstract: '', keywords: [], provider: null, accessConstraints: null };
  return {
    title: graph.text(main, 'name', 'headline'),
    abstract: plainText(graph.text(main, 'description')),
    keywords: readKeywords(graph, main),
    provider: readAgent(graph, main),
    accessConstraints: graph.text(main, 'license') || null,
  };
}

function addDataset(graph: RdfGraph, node: RdfNode, records: RecordList): void {
  const title = graph.text(node, 'name', 'headline');
  // Datasets are referenced by id from elsewhere on the page; a bare reference has no content.
  if (node.values.size === 0) return;
  records.add({
    name: graph.text(node, 'identifier') || (node.id.startsWith('_:') ? graph.text(node, 'url') : node.id),
    title,
    abstract: plainText(graph.text(node, 'description')),
    keywords: readKeywords(graph, node),
    extent: readCoverage(graph, node, records),
    time: graph.text(node, 'temporalCoverage') || null,
  });
  for (const one of graph.inside(node, 'distribution')) {
    const words = [title, graph.text(one, 'name'), graph.text(one, 'encodingFormat')].filter((text) => text !== '');
    for (const url of [...graph.texts(one, 'contentUrl'), ...graph.texts(one, 'url')])
      records.link(url, words.join(' '));
  }
  for (const url of [...graph.texts(node, 'url'), ...graph.texts(node, 'sameAs')]) records.link(url, title);
}

/** A list, or one text with commas. */
function readKeywords(graph: RdfGraph, node: RdfNode): readonly string[] {
  return graph
    .texts(node, 'keywords')
    .flatMap((text) => text.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '' && !/^https?:/i.test(word))
    .slice(0, 100);
}

function readCoverage(graph: RdfGraph, node: RdfNode, records: RecordList): Extent | null {
  const locations = graph.inside(node, 'spatialCoverage', 'spatial');
  for (const shape of [...locations.flatMap((location) => graph.inside(location, 'geo')), ...locations]) {
    const extent = readShape(graph, shape, records);
    if (extent !== null) return extent;
  }
  return readBox(graph.text(node, 'spatialCoverage', 'spatial'), records);
}

function readShape(graph: RdfGraph, shape: RdfNode, records: RecordList): Extent | null {
  const box = readBox(graph.text(shape, 'box'), records);
  if (box !== null) return box;
  const [latitude, longitude] = [graph.text(shape, 'latitude'), graph.text(shape, 'longitude')];
  if (latitude !== '' && longitude !== '') {
    return reportExtent(
      readExtent([longitude, latitude, longitude, latitude]),
      records.problems,
      `${latitude} ${longitude}`,
    );
  }
  return readOutline(graph.text(shape, 'polygon', 'line'), records);
}

/** "south west north east" (schema.org GeoShape.box); in practice also with commas inside pairs, and swapped. */
function readBox(text: string, records: RecordList): Extent | null {
  return readSpatialText(text, records.problems, 'swne');
}

/** Pairs of latitude and longitude. */
function readOutline(text: string, records: RecordList): Extent | null {
  const numbers = (text.slice(0, 100_000).match(/-?\d{1,3}(?:\.\d{1,20})?/g) ?? []).map(Number);
  if (numbers.length < 4) return null;
  const latitudes = numbers.filter((_, at) => at % 2 === 0);
  const longitudes = numbers.filter((_, at) => at % 2 === 1);
  const corners = [
    Math.min(...longitudes.slice(0, 5000)),
    Math.min(...latitudes.slice(0, 5000)),
    Math.max(...longitudes.slice(0, 5000)),
    Math.max(...latitudes.slice(0, 5000)),
  ];
  return reportExtent(readExtent(corners.map(String) as [string, string, string, string]), records.problems);
}
