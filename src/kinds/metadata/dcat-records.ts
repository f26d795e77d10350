// Datasets and services of a DCAT graph as records: titles, extents, distributions.
import type { Extent } from '../../model/extent.ts';
import type { Provider } from '../../model/resource.ts';
import { readSpatialText } from '../geometry/catalog-spatial.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { makeInterval, makeProvider } from '../records/metadata-record.ts';
import type { RdfGraph, RdfNode } from './rdf-graph.ts';

export interface CatalogFacts {
  readonly title: string;
  readonly abstract: string;
  readonly provider: Provider | null;
  readonly license: string | null;
}

const accessProperties = ['downloadURL', 'accessURL', 'endpointURL', 'endpointDescription'];

export function addDcatGraph(graph: RdfGraph, records: RecordList): CatalogFacts {
  for (const node of datasetsIn(graph)) addDataset(graph, node, records);
  records.link(readPaging(graph).next, 'next');
  const [catalog] = graph.ofType('Catalog');
  if (catalog === undefined) return { title: '', abstract: '', provider: null, license: null };
  return {
    title: graph.text(catalog, 'title', 'name'),
    abstract: graph.text(catalog, 'description'),
    provider: readAgent(graph, catalog),
    license: graph.text(catalog, 'license', 'rights') || null,
  };
}

export function datasetsIn(graph: RdfGraph): Iterable<RdfNode> {
  return graph.ofType('Dataset', 'DatasetSeries', 'DataService');
}

/** The next page and the total in Hydra's vocabulary; '' and null if missing. */
export function readPaging(graph: RdfGraph): { readonly next: string; readonly total: number | null } {
  let next = '';
  let total: number | null = null;
  for (const page of graph.ofType('PagedCollection', 'PartialCollectionView', 'Collection')) {
    next ||= graph.text(page, 'nextPage', 'next');
    const count = graph.text(page, 'totalItems');
    if (/^\d{1,9}$/.test(count)) total = Math.max(total ?? 0, Number(count));
  }
  return { next, total };
}

export function addDataset(graph: RdfGraph, node: RdfNode, records: RecordList): void {
  const title = graph.text(node, 'title', 'name', 'label');
  const layer = {
    name: graph.text(node, 'identifier') || (node.id.startsWith('_:') ? null : node.id),
    title,
    abstract: graph.text(node, 'description', 'abstract'),
    keywords: graph.texts(node, 'keyword', 'keywords', 'subject'),
    extent: readLocation(graph, node, records),
    time: readPeriod(graph, node),
  };
  records.add(layer, graph.text(node, 'license', 'rights'));
  const distributions = graph.inside(node, 'distribution', 'accessService', 'service');
  for (const one of [node, ...distributions, ...distributions.flatMap((each) => graph.inside(each, 'accessService'))]) {
    const label = [graph.text(one, 'title'), graph.text(one, 'format', 'mediaType')].filter((text) => text !== title);
    for (const property of accessProperties) {
      for (const url of graph.texts(one, property))
        records.link(url, [title, ...label].filter((text) => text !== '').join(' '));
    }
  }
  for (const page of graph.texts(node, 'landingPage')) records.link(page, title);
}

export function readAgent(graph: RdfGraph, node: RdfNode): Provider | null {
  const [agent] = graph.inside(node, 'publisher', 'creator', 'provider', 'contactPoint');
  const name =
    agent === undefined ? graph.text(node, 'publisher', 'creator') : graph.text(agent, 'name', 'fn', 'title');
  const email = agent === undefined ? '' : graph.text(agent, 'mbox', 'hasEmail', 'email').replace(/^mailto:/i, '');
  return makeProvider(/^https?:/i.test(name) ? '' : name, '', email);
}

/** dct:spatial as text, or a dct:Location with dcat:bbox, locn:geometry, dcat:centroid in WKT or GeoJSON. */
function readLocation(graph: RdfGraph, node: RdfNode, records: RecordList): Extent | null {
  for (const location of [...graph.inside(node, 'spatial'), node]) {
    const texts =
      location === node
        ? graph.texts(node, 'spatial')
        : ['bbox', 'geometry', 'centroid'].flatMap((name) => graph.texts(location, name));
    for (const text of texts) {
      const extent = readSpatialText(text, records.problems);
      if (extent !== null) return extent;
    }
  }
  return null;
}

function readPeriod(graph: RdfGraph, node: RdfNode): string | null {
  const [period] = graph.inside(node, 'temporal');
  if (period === undefined) return graph.text(node, 'temporal') || null;
  return makeInterval(graph.text(period, 'startDate', 'hasBeginning'), graph.text(period, 'endDate', 'hasEnd'));
}
