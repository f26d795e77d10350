// GetCapabilities, DescribeRecord and GetDomain: what this CSW supports.

import { element, leaf, node, xmlDeclaration } from '../formats/xml-text.ts';
import { type HttpResponse, xmlResponse } from '../http/response.ts';
import type { ServerContext } from '../http/server-context.ts';
import type { CswRequest } from './csw-request.ts';
import { cswSchema, elementSets, gmdSchema, maxRecords, namespaces, outputSchemas, typeNames } from './csw-results.ts';
import { owsError } from './ows-exception.ts';

/** Allowed parameter values per operation; GetDomain lists the same. */
const domains: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  GetCapabilities: {
    sections: ['ServiceIdentification', 'ServiceProvider', 'OperationsMetadata', 'Filter_Capabilities'],
  },
  DescribeRecord: {
    typeName: typeNames,
    outputFormat: ['application/xml'],
    schemaLanguage: ['http://www.w3.org/XML/Schema'],
  },
  GetDomain: {},
  GetRecords: {
    typeNames,
    outputFormat: ['application/xml'],
    outputSchema: outputSchemas,
    resultType: ['hits', 'results', 'validate'],
    ElementSetName: elementSets,
    CONSTRAINTLANGUAGE: ['FILTER', 'CQL_TEXT'],
  },
  GetRecordById: { outputFormat: ['application/xml'], outputSchema: outputSchemas, ElementSetName: elementSets },
};

const queryables = [
  ...['dc:title', 'dct:abstract', 'dc:subject', 'dc:type', 'dc:identifier', 'dct:modified', 'dc:date', 'dc:format'],
  ...['dc:publisher', 'dc:language', 'dc:rights', 'dct:references', 'ows:BoundingBox', 'csw:AnyText'],
];

export function getCapabilities(request: CswRequest, { title }: ServerContext, base: string): HttpResponse {
  const versions = request.parameters.get('acceptversions')?.split(',') ?? [];
  if (versions.length > 0 && !versions.includes('2.0.2'))
    throw owsError('VersionNegotiationFailed', 'acceptVersions', 'This is CSW 2.0.2');
  const body = element(
    'csw:Capabilities',
    {
      ...namespaces,
      'xmlns:ogc': 'http://www.opengis.net/ogc',
      'xmlns:gml': 'http://www.opengis.net/gml',
      'xmlns:xlink': 'http://www.w3.org/1999/xlink',
      version: '2.0.2',
    },
    node(
      'ows:ServiceIdentification',
      leaf('ows:Title', title),
      leaf('ows:Abstract', 'Map services, catalogs and geodata found on the web.'),
      leaf('ows:ServiceType', 'CSW'),
      leaf('ows:ServiceTypeVersion', '2.0.2'),
      leaf('ows:Fees', 'NONE'),
      leaf('ows:AccessConstraints', 'NONE'),
    ),
    node(
      'ows:ServiceProvider',
      leaf('ows:ProviderName', title),
      element('ows:ProviderSite', { 'xlink:href': `${base}/` }),
      node('ows:ServiceContact'),
    ),
    operationsMetadata(`${base}/csw`),
    filterCapabilities,
  );
  return xmlResponse(`${xmlDeclaration}${body}\n`);
}

function operationsMetadata(url: string): string {
  const operations = Object.entries(domains).map(([name, parameters]) =>
    element(
      'ows:Operation',
      { name },
      node('ows:DCP', node('ows:HTTP', element('ows:Get', { 'xlink:href': url }), postElement(url))),
      ...Object.entries(parameters).map(([parameter, values]) => valuesElement('ows:Parameter', parameter, values)),
      ...(name === 'GetRecords' ? [valuesElement('ows:Constraint', 'SupportedDublinCoreQueryables', queryables)] : []),
    ),
  );
  return node(
    'ows:OperationsMetadata',
    ...operations,
    valuesElement('ows:Parameter', 'service', ['CSW']),
    valuesElement('ows:Parameter', 'version', ['2.0.2']),
    valuesElement('ows:Constraint', 'PostEncoding', ['XML']),
    valuesElement('ows:Constraint', 'MaxRecordDefault', ['10']),
    valuesElement('ows:Constraint', 'MaxRecords', [String(maxRecords)]),
  );
}

/** OWSLib reads the POST URL from the entry with this constraint. */
function postElement(url: string): string {
  return element('ows:Post', { 'xlink:href': url }, valuesElement('ows:Constraint', 'PostEncoding', ['XML']));
}

function valuesElement(element_: string, name: string, values: readonly string[]): string {
  return element(element_, { name }, ...values.map((value) => leaf('ows:Value', value)));
}

const filterCapabilities = node(
  'ogc:Filter_Capabilities',
  node(
    'ogc:Spatial_Capabilities',
    node(
      'ogc:GeometryOperands',
      ...['Envelope', 'Point', 'LineString', 'Polygon'].map((name) => leaf('ogc:GeometryOperand', `gml:${name}`)),
    ),
    node(
      'ogc:SpatialOperators',
      ...['BBOX', 'Contains', 'Disjoint', 'Intersects', 'Within'].map((name) =>
        element('ogc:SpatialOperator', { name }),
      ),
    ),
  ),
  node(
    'ogc:Scalar_Capabilities',
    node('ogc:LogicalOperators'),
    node(
      'ogc:ComparisonOperators',
      ...[
        'LessThan',
        'GreaterThan',
        'LessThanEqualTo',
        'GreaterThanEqualTo',
        'EqualTo',
        'NotEqualTo',
        'Like',
        'Between',
        'NullCheck',
      ].map((name) => leaf('ogc:ComparisonOperator', name)),
    ),
  ),
  node('ogc:Id_Capabilities', node('ogc:EID'), node('ogc:FID')),
);

export function describeRecord(): HttpResponse {
  const component = (namespace: string, location: string) =>
    element(
      'csw:SchemaComponent',
      { schemaLanguage: 'http://www.w3.org/XML/Schema', targetNamespace: namespace },
      element(
        'xs:schema',
        { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema', targetNamespace: namespace, elementFormDefault: 'qualified' },
        element('xs:include', { schemaLocation: location }),
      ),
    );
  const body = element(
    'csw:DescribeRecordResponse',
    namespaces,
    component(cswSchema, 'http://schemas.opengis.net/csw/2.0.2/record.xsd'),
    component(gmdSchema, 'http://www.isotc211.org/2005/gmd/gmd.xsd'),
  );
  return xmlResponse(`${xmlDeclaration}${body}\n`);
}

/** Values of parameters; of properties only the faceted ones have their values listed. */
export async function getDomain(request: CswRequest, { catalog }: ServerContext): Promise<HttpResponse> {
  const { parameters } = request;
  const names = (key: string) => (parameters.get(key) ?? '').split(',').filter((name) => name !== '');
  const listOf = (values: readonly string[]) =>
    values.length === 0 ? null : node('csw:ListOfValues', ...values.map((value) => leaf('csw:Value', value)));
  const { byKind } = await catalog.counts();
  const valuesOf = (property: string): readonly string[] => {
    if (/(?:^|:)type$/i.test(property)) return ['catalog', 'dataset', 'service'];
    return /(?:^|:)(?:serviceType|kind)$/i.test(property) ? Object.keys(byKind).toSorted() : [];
  };
  const domainValues = [
    ...names('parametername').map((name) => {
      const [operation = '', parameter = ''] = name.split('.');
      const values = domains[operation]?.[parameter] ?? [];
      return element('csw:DomainValues', { type: 'csw:Record' }, leaf('csw:ParameterName', name), listOf(values));
    }),
    ...names('propertyname').map((name) =>
      element('csw:DomainValues', { type: 'csw:Record' }, leaf('csw:PropertyName', name), listOf(valuesOf(name))),
    ),
  ];
  if (domainValues.length === 0)
    throw owsError('MissingParameterValue', 'parameterName', 'GetDomain needs ParameterName or PropertyName');
  return xmlResponse(`${xmlDeclaration}${element('csw:GetDomainResponse', namespaces, ...domainValues)}\n`);
}
