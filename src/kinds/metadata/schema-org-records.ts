// Datasets of a schema.org graph as records.

import { readExtent } from '../../base/geo/extent.ts';
import type { Extent } from '../../model/extent.ts';
import type { Description } from '../../model/resource.ts';
import { plainText } from '../address/portal-page.ts';
import { readSpatialText, reportExtent } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { readAgent } from './dcat-records.ts';
import type { RdfGraph, RdfNode } from './rdf-graph.ts';

type Facts = Pick<Description, 'title' | 'abstract' | 'keywords' | 'provider' | 'accessConstraints'>;

/** The catalog's own properties, or those of the only dataset. */
export function addSchemaGraph(graph: RdfGraph, records: RecordList): Facts {
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
  const places = graph.inside(node, 'spatialCoverage', 'spatial');
  for (const shape of [...places.flatMap((place) => graph.inside(place, 'geo')), ...places]) {
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
