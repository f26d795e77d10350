// GetRecords in the styles servers accept: by POST or key-value pairs, sorted or not, per record type.
import type { Cursor } from '../../../model/connector.ts';
import type { ProbeRequest } from '../../../model/kind.ts';
import { operationRequest } from '../ows/ows-address.ts';

interface RecordType {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  /** The schema to request; null for the default one. */
  readonly schema: string | null;
  readonly identifier: string;
  readonly modified: string;
}

const csw202 = 'http://www.opengis.net/cat/csw/2.0.2';
const csw30 = 'http://www.opengis.net/cat/csw/3.0';
const gmd = 'http://www.isotc211.org/2005/gmd';

/** Dublin Core, which every CSW must have (07-006r1, 10.8). */
export const dublinCore: RecordType = {
  name: 'csw:Record',
  prefix: 'csw',
  namespace: csw202,
  schema: csw202,
  identifier: 'dc:identifier',
  modified: 'dct:modified',
};
export const dublinCore3: RecordType = { ...dublinCore, namespace: csw30, schema: csw30 };
/** Some have ISO records only (edge case 65). */
export const isoRecords: RecordType = {
  name: 'gmd:MD_Metadata',
  prefix: 'gmd',
  namespace: gmd,
  schema: gmd,
  identifier: 'apiso:Identifier',
  modified: 'apiso:Modified',
};

interface Variant {
  readonly method: 'GET' | 'POST';
  readonly type: RecordType;
  /** Without an order pages overlap and leave gaps (edge case 64); a few servers refuse any. */
  readonly isSorted: boolean;
  readonly version: '2.0.2' | '3.0.0';
}

/** Best first: each is tried only if the previous ones were rejected. */
const variants: readonly Variant[] = [
  { method: 'POST', type: dublinCore, isSorted: true, version: '2.0.2' },
  { method: 'GET', type: dublinCore, isSorted: true, version: '2.0.2' },
  { method: 'POST', type: isoRecords, isSorted: true, version: '2.0.2' },
  { method: 'POST', type: dublinCore, isSorted: false, version: '2.0.2' },
  { method: 'GET', type: dublinCore, isSorted: false, version: '2.0.2' },
  { method: 'GET', type: isoRecords, isSorted: false, version: '2.0.2' },
  { method: 'GET', type: dublinCore3, isSorted: false, version: '3.0.0' },
];
export const cswVariants = variants.length;

export function recordsPage(endpoint: string, cursor: Cursor): ProbeRequest {
  const variant = variants[cursor.variant] ?? variants[0]!;
  return variant.method === 'POST' ? postRequest(endpoint, cursor, variant) : getRecords(endpoint, cursor, variant);
}

function postRequest(
  endpoint: string,
  { at, size, since }: Cursor,
  { type, isSorted, version }: Variant,
): ProbeRequest {
  const paging = `resultType="results" startPosition="${at}" maxRecords="${size}"`;
  const spaces = `xmlns:csw="${csw202}" xmlns:ogc="http://www.opengis.net/ogc" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/" xmlns:gmd="${gmd}" xmlns:apiso="http://www.opengis.net/cat/csw/apiso/1.0"`;
  const filter =
    since === null
      ? ''
      : `<csw:Constraint version="1.1.0"><ogc:Filter><ogc:PropertyIsGreaterThanOrEqualTo><ogc:PropertyName>${type.modified}</ogc:PropertyName><ogc:Literal>${escapeXml(since)}</ogc:Literal></ogc:PropertyIsGreaterThanOrEqualTo></ogc:Filter></csw:Constraint>`;
  const order = isSorted
    ? `<ogc:SortBy><ogc:SortProperty><ogc:PropertyName>${type.identifier}</ogc:PropertyName><ogc:SortOrder>ASC</ogc:SortOrder></ogc:SortProperty></ogc:SortBy>`
    : '';
  const query = `<csw:Query typeNames="${type.name}"><csw:ElementSetName>full</csw:ElementSetName>${filter}${order}</csw:Query>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?><csw:GetRecords ${spaces} service="CSW" version="${version}" ${paging} outputFormat="application/xml" outputSchema="${type.schema}">${query}</csw:GetRecords>`;
  return { url: endpoint, accept: 'application/xml,text/xml;q=0.9,*/*;q=0.5', body: { type: 'application/xml', text } };
}

/** As key-value pairs. Servers require the type's prefix to be declared (edge case 65). */
export function getRecords(
  endpoint: string,
  { at, size, since }: Pick<Cursor, 'at' | 'size' | 'since'>,
  { type, isSorted, version }: Omit<Variant, 'method'>,
): ProbeRequest {
  const isThird = version === '3.0.0';
  return operationRequest(
    endpoint,
    { service: 'CSW', request: 'GetRecords', version },
    {
      TYPENAMES: type.name,
      // 2.0.2 binds a prefix by an equals sign (07-006r1, table 29), 3.0 by a comma (12-176r7, 6.3).
      NAMESPACE: `xmlns(${type.prefix}${isThird ? ',' : '='}${type.namespace})`,
      ...(type.schema === null ? {} : { OUTPUTSCHEMA: type.schema }),
      ...(isThird ? {} : { RESULTTYPE: 'results' }),
      ELEMENTSETNAME: 'full',
      ...(isSorted ? { SORTBY: `${type.identifier}:A` } : {}),
      ...(since === null ? {} : changedSince(type, since)),
      MAXRECORDS: String(size),
      STARTPOSITION: String(at),
    },
  );
}

function changedSince({ modified }: RecordType, since: string): Readonly<Record<string, string>> {
  return {
    CONSTRAINTLANGUAGE: 'CQL_TEXT',
    CONSTRAINT_LANGUAGE_VERSION: '1.1.0',
    CONSTRAINT: `${modified} >= '${since.replaceAll("'", '')}'`,
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
