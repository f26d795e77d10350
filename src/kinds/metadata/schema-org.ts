// schema.org Dataset and DataCatalog: JSON-LD in pages, or a separate document.
import { isObject, type JsonValue, readJson } from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { htmlHead, htmlTitle, readScripts } from '../address/html-source.ts';
import { RecordList } from '../records/catalog-records.ts';
import { RdfGraph } from './rdf-graph.ts';
import { addJsonLd } from './rdf-json-ld.ts';
import { addSchemaGraph } from './schema-org-records.ts';

const scriptType = 'application/ld+json';
/** Longer pages are lists or data; their embedded descriptions are at the start anyway. */
const maxPageBytes = 4 * 1024 * 1024;

interface Reading {
  readonly graph: RdfGraph;
  readonly malformed: number;
}

const readings = new WeakMap<Document, Reading | null>();

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

function read(document: Document): Reading | null {
  const known = readings.get(document);
  if (known !== undefined) return known;
  const reading = document.form === 'html' ? readPage(document) : readDocument(document);
  readings.set(document, reading);
  return reading;
}

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
