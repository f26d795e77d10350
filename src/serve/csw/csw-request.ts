// Parses CSW requests from key-value pairs or XML.
import { readXml } from '../../base/xml/xml.ts';
import { attributeOf, child, childrenOf, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Filter } from '../../model/filter.ts';
import type { SortKey } from '../../model/search.ts';
import { bindFilter } from '../../query/bind-filter.ts';
import { parseCql2Text } from '../../query/cql2-text.ts';
import { filterOfFes } from '../../query/fes.ts';
import { cswNames } from './csw-names.ts';
import { owsError } from './ows-exception.ts';

export interface CswRequest {
  /** In the standard's spelling. */
  readonly operation: string;
  /** Parameters by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
}

export const operations = ['GetCapabilities', 'DescribeRecord', 'GetDomain', 'GetRecords', 'GetRecordById'];

/** Maximum number of elements in one request; a larger filter is an attack, not a query. */
const maxElements = 20_000;

const known = new Set(
  `service version request acceptversions acceptformats sections updatesequence namespace outputformat outputschema resulttype
  startposition maxrecords typenames typename elementsetname elementname constraintlanguage constraint_language_version constraint
  sortby distributedsearch hopcount responsehandler requestid schemalanguage parametername propertyname id language`.split(
    /\s+/,
  ),
);

/** GDAL and others write the keys in any case. */
export function requestOfQuery(query: URLSearchParams): CswRequest {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    const lower = name.toLowerCase();
    if (!known.has(lower)) throw owsError('InvalidParameterValue', name, `CSW 2.0.2 has no parameter ${name}`);
    if (parameters.has(lower)) throw owsError('InvalidParameterValue', name, `${name} is given more than once`);
    parameters.set(lower, value);
  }
  const constraint = parameters.get('constraint') ?? '';
  return {
    operation: operationOf(parameters.get('request') ?? 'GetCapabilities'),
    parameters,
    filter: constraint.trim() === '' ? null : constraintOfText(constraint, parameters.get('constraintlanguage') ?? ''),
    sort: (parameters.get('sortby') ?? '')
      .split(',')
      .filter((entry) => entry !== '')
      .map(sortOfText),
  };
}

function constraintOfText(text: string, language: string): Filter {
  const isXml = language.toUpperCase() === 'FILTER' || (language === '' && text.trimStart().startsWith('<'));
  if (!isXml && language !== '' && language.toUpperCase() !== 'CQL_TEXT')
    throw owsError('InvalidParameterValue', 'constraintLanguage', 'constraintLanguage must be CQL_TEXT or FILTER');
  return bindFilter(isXml ? filterOfFes(readDocument(text)) : parseCql2Text(text), cswNames);
}

/** 'dc:title:D'. */
function sortOfText(entry: string): SortKey {
  const [, name = entry, direction = 'A'] = /^(.*):([AD])$/i.exec(entry.trim()) ?? [];
  return sortKey(name, direction.toUpperCase() === 'D');
}

function sortKey(name: string, isDescending: boolean): SortKey {
  const property = cswNames.property(name);
  if (!property?.isSortable) throw owsError('InvalidParameterValue', 'SortBy', `Records cannot be sorted by ${name}`);
  return { property: property.name, isDescending };
}

export function requestOfXml(text: string): CswRequest {
  const root = readDocument(text);
  const parameters = new Map<string, string>();
  for (const [name, value] of root.attributes)
    if (!name.startsWith('xmlns')) parameters.set(name.split(':').at(-1)!.toLowerCase(), value);
  const query = child(root, 'Query');
  const set = (key: string, values: readonly string[]) => {
    if (values.length > 0) parameters.set(key, values.join(','));
  };
  const texts = (node: XmlNode | null, name: string) =>
    node === null ? [] : childrenOf(node, name).map((one) => one.text);
  set('typenames', query === null ? texts(root, 'TypeName') : [attributeOf(query, 'typeNames') ?? '']);
  set('elementsetname', [...texts(query, 'ElementSetName'), ...texts(root, 'ElementSetName')].slice(0, 1));
  set('elementname', texts(query, 'ElementName'));
  set('id', texts(root, 'Id'));
  set('propertyname', texts(root, 'PropertyName'));
  set('parametername', texts(root, 'ParameterName'));
  set('acceptversions', texts(child(root, 'AcceptVersions'), 'Version'));
  const constraint = query && child(query, 'Constraint');
  const sortBy = query && child(query, 'SortBy');
  return {
    operation: operationOf(root.name),
    parameters,
    filter: constraint && constraintOfXml(constraint),
    sort: sortBy === null ? [] : childrenOf(sortBy, 'SortProperty').map(sortOfXml),
  };
}

function constraintOfXml(constraint: XmlNode): Filter {
  const filter = child(constraint, 'Filter');
  if (filter !== null) return bindFilter(filterOfFes(filter), cswNames);
  const text = child(constraint, 'CqlText');
  if (text === null)
    throw owsError('MissingParameterValue', 'Constraint', 'Constraint must contain ogc:Filter or csw:CqlText');
  return bindFilter(parseCql2Text(text.text), cswNames);
}

function sortOfXml(node: XmlNode): SortKey {
  const order = child(node, 'SortOrder')?.text.toUpperCase() ?? 'ASC';
  return sortKey(child(node, 'PropertyName')?.text ?? '', order.startsWith('D'));
}

/** The root element with its content. Malformed XML is rejected: half a filter is another filter. */
function readDocument(text: string): XmlNode {
  const source = { bytes: Buffer.from(text), charset: 'utf-8', partial: null };
  let elements = 0;
  const problems = readXml(source, { open: () => void elements++ });
  if (problems.length > 0) throw owsError('NoApplicableCode', '', `Invalid XML: ${problems[0]!.message}`);
  if (elements > maxElements) throw owsError('NoApplicableCode', '', `More than ${maxElements} elements`);
  let root: XmlNode | null = null;
  walkXml(source, {
    '*': (node) => {
      root = node;
    },
  });
  if (root === null) throw owsError('NoApplicableCode', '', 'The request has no XML');
  return root;
}

function operationOf(name: string): string {
  const operation = operations.find((one) => one.toLowerCase() === name.toLowerCase());
  if (operation === undefined) throw owsError('OperationNotSupported', 'request', `Unknown operation ${name}`);
  return operation;
}
