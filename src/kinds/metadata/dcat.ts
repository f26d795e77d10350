// DCAT catalogs: data.json, JSON-LD, Turtle and RDF/XML.
import { isObject, type JsonObject, type JsonValue, objectsAt, readJson, stringAt } from '../../base/json/json.ts';
import { readJsonHead } from '../../base/json/json-head.ts';
import { readJsonMembers, walkJsonMembers } from '../../base/json/json-members.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { walkXml } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Problem } from '../../model/problem.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { RecordList } from '../records/catalog-records.ts';
import { addDcatGraph } from './dcat-records.ts';
import {
  addDataJson,
  dataJsonMembers,
  dataJsonProvider,
  dataJsonVersion,
  isDataJson,
  isDatasetList,
} from './dcat-us.ts';
import { addJsonLd, addRdfXml, RdfGraph } from './rdf-graph.ts';
import { addTurtle } from './rdf-turtle.ts';

const dcatNamespace = 'http://www.w3.org/ns/dcat#';
const headBytes = 65_536;
/** Enough for the frame of a data.json and its first datasets. */
const dataJsonHeadBytes = 262_144;
/** Longer Turtle is read up to this. */
const maxTurtleBytes = 64 * 1024 * 1024;

export type DcatForm = 'data.json' | 'list' | 'json-ld' | 'turtle' | 'rdf-xml';

export const dcat: ResourceKind = {
  id: 'dcat',
  title: 'DCAT catalog',
  family: 'catalog',
  specification: 'W3C DCAT 3; DCAT-US 1.1; DCAT-AP',
  tier: 1,
  forms: ['json', 'text', 'xml'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    if (/\/data\.json$/.test(path)) return 0.8;
    if (/\/(?:feed|api\/feed)\/dcat-(?:us|ap)\/|\/dcat(?:-ap)?(?:\.(?:json|jsonld|ttl|rdf|xml))?$/.test(path))
      return 0.8;
    if (/\/catalog\.(?:jsonld|ttl|rdf)$/.test(path)) return 0.8;
    if (isTalk(path)) return 0;
    return /\bdcat\b/i.test(anchor) && /\.(?:json|jsonld|ttl|rdf|xml)$/.test(path) ? 0.6 : 0;
  },
  probe: (url) => [{ url }],
  identify,
  describe,
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const form = dcatForm(document);
  if (form === null) return [];
  const head = form === 'data.json' ? readJsonHead(document) : null;
  const version = head === null ? null : dataJsonVersion(head.value);
  return [{ kind: 'dcat', version, endpoint: documentAddress(document) }];
}

/** Null if it isn't DCAT. */
export function dcatForm(document: Document): DcatForm | null {
  if (document.form === 'json') return jsonForm(document);
  if (document.form === 'text') return isTurtle(document) ? 'turtle' : null;
  const root = readXmlRoot(document);
  return root?.name === 'RDF' && headText(document).includes(dcatNamespace) ? 'rdf-xml' : null;
}

function jsonForm(document: Document): DcatForm | null {
  const value = readJson(document);
  if (isDatasetList(value)) return 'list';
  const head = readJsonHead(document);
  if (head !== null && isDataJson(head.value)) return 'data.json';
  // One dataset with invalid JSON doesn't affect the others.
  if (value === undefined) return beginsAsDataJson(document) ? 'data.json' : null;
  return isDcatJsonLd(value) ? 'json-ld' : null;
}

/** By its first readable datasets. */
export function beginsAsDataJson({ form, bytes, charset }: Document): boolean {
  if (form !== 'json') return false;
  const dataset: JsonObject[] = [];
  walkJsonMembers({ bytes: bytes.subarray(0, dataJsonHeadBytes), charset }, ['dataset'], (_, member) => {
    if (member !== null) dataset.push(member);
    return dataset.length < 5;
  });
  return isDataJson({ dataset });
}

/** Types of DCAT, with its prefix or in full, on the first nodes. */
function isDcatJsonLd(value: JsonValue | undefined): boolean {
  const nodes = Array.isArray(value) ? value : isObject(value) ? [value, ...graphOf(value)] : [];
  return nodes.slice(0, 200).some((node) => {
    if (!isObject(node)) return false;
    const types = Array.isArray(node['@type']) ? node['@type'] : [node['@type']];
    return types.some(
      (type) =>
        typeof type === 'string' &&
        /^(?:dcat:|https?:\/\/www\.w3\.org\/ns\/dcat#)(?:Catalog|Dataset|DataService)$/.test(type),
    );
  });
}

function graphOf(value: JsonObject): readonly JsonObject[] {
  return objectsAt(value, '@graph');
}

/** Prefix and use of DCAT near the beginning of a text. */
function isTurtle(document: Document): boolean {
  const head = headText(document);
  if (!head.includes(dcatNamespace)) return false;
  return (
    /(?:^|\n)\s{0,20}(?:@prefix|PREFIX)\s/i.test(head) &&
    /\ba\s+(?:dcat:|<http:\/\/www\.w3\.org\/ns\/dcat#)(?:Catalog|Dataset|DataService|Distribution)\b/.test(head)
  );
}

function headText(document: Document): string {
  return new TextDecoder(document.charset).decode(document.bytes.subarray(0, headBytes));
}

function describe(document: Document): Description {
  const form = dcatForm(document);
  if (form === 'data.json' || form === 'list') return describeDataJson(document);
  const records = new RecordList(document.finalUrl);
  const { graph, xmlProblems } = readDcatGraph(document, form);
  const { title, abstract, provider, license } = addDcatGraph(graph, records);
  if (graph.isFull) records.problems.add('catalog.partly-read', 'The catalog is too large to be read completely.');
  return records.describe(document, { title, abstract, provider, accessConstraints: license }, xmlProblems);
}

/** Statements of a document in any RDF syntax, and its problems. */
export function readDcatGraph(
  document: Document,
  form: DcatForm | null,
): { readonly graph: RdfGraph; readonly xmlProblems: readonly Problem[] } {
  const graph = new RdfGraph();
  if (form === 'turtle') {
    const bytes = document.bytes.subarray(0, maxTurtleBytes);
    addTurtle(graph, new TextDecoder(document.charset).decode(bytes));
  }
  if (form === 'json-ld') addJsonLd(graph, readJson(document));
  const xmlProblems = form === 'rdf-xml' ? walkXml(document, { 'RDF/*': (node) => void addRdfXml(graph, node) }) : [];
  return { graph, xmlProblems };
}

function describeDataJson(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const head = readJsonHead(document);
  let first: JsonObject | undefined;
  for (const dataset of datasetsOf(document)) {
    first ??= dataset;
    for (const one of dataJsonMembers(dataset)) addDataJson(one, records);
  }
  if (document.partial !== null)
    records.problems.add('catalog.partly-read', 'Only the start of the catalog could be read.');
  const title = head === null ? '' : stringAt(head.value, 'title') || stringAt(head.value, 'name');
  const provider = dataJsonProvider(first);
  return records.describe(document, { title: title || (provider?.organization ?? ''), provider });
}

/** Parsed completely if possible; else one dataset at a time, since some catalogs have hundreds of megabytes. */
function datasetsOf(document: Document): Iterable<JsonObject> {
  const value = readJson(document);
  if (Array.isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return readJsonMembers(document, 'dataset');
  // DCAT-US 3 lists services beside the datasets, and catalogs in the catalog.
  const inside = objectsAt(value, 'catalog').flatMap((catalog) => objectsAt(catalog, 'dataset'));
  return [...objectsAt(value, 'dataset'), ...objectsAt(value, 'service'), ...inside];
}
