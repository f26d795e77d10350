// GetRecords and GetRecordById.
import type { Resource } from '../../model/resource.ts';
import { dublinCore, type ElementSet } from '../formats/dublin-core.ts';
import { isoElement } from '../formats/iso19139.ts';
import { element, xmlDeclaration } from '../formats/xml-text.ts';
import { type HttpResponse, xmlResponse } from '../http/response.ts';
import type { ServerContext } from '../http/server-context.ts';
import type { CswRequest } from './csw-request.ts';
import { owsError } from './ows-exception.ts';

export const cswSchema = 'http://www.opengis.net/cat/csw/2.0.2';
export const gmdSchema = 'http://www.isotc211.org/2005/gmd';
export const namespaces = {
  'xmlns:csw': cswSchema,
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:dct': 'http://purl.org/dc/terms/',
  'xmlns:ows': 'http://www.opengis.net/ows',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${cswSchema} http://schemas.opengis.net/csw/2.0.2/CSW-discovery.xsd`,
} as const;

const defaultRecords = 10;
export const maxRecords = 1000;
export const elementSets: readonly ElementSet[] = ['brief', 'summary', 'full'];
export const outputSchemas = [cswSchema, gmdSchema];
export const typeNames = ['csw:Record', 'gmd:MD_Metadata'];

interface Form {
  readonly schema: string;
  readonly set: ElementSet;
}

export async function getRecords(request: CswRequest, { list }: ServerContext, base: string): Promise<HttpResponse> {
  const { parameters } = request;
  const form = formIn(request);
  const type = parameters.get('resulttype')?.toLowerCase() || 'hits';
  if (!['hits', 'results', 'validate'].includes(type))
    throw owsError('InvalidParameterValue', 'resultType', `resultType is hits or results, not ${type}`);
  if (parameters.has('responsehandler'))
    throw owsError('InvalidParameterValue', 'responseHandler', 'Asynchronous responses are not supported');
  const start = numberIn(request, 'startposition', 1, 1);
  const most = Math.min(numberIn(request, 'maxrecords', defaultRecords, 0), maxRecords);
  const limit = type === 'results' ? most : 0;
  const found = await list.find({ filter: request.filter, sort: request.sort, offset: start - 1, limit });
  const timestamp = new Date().toISOString();
  // 0 means "no more"; a request past the end gets an empty page, not an error.
  const next = start + found.records.length;
  const results = element(
    'csw:SearchResults',
    {
      numberOfRecordsMatched: found.total,
      numberOfRecordsReturned: found.records.length,
      nextRecord: next > found.total || (type === 'results' && found.records.length === 0 && most > 0) ? 0 : next,
      recordSchema: form.schema,
      elementSet: form.set,
    },
    ...found.records.map((record) => written(record, form, base)),
  );
  const body = element(
    'csw:GetRecordsResponse',
    { ...namespaces, version: '2.0.2' },
    element('csw:SearchStatus', { timestamp }),
    results,
  );
  return { ...xmlResponse(`${xmlDeclaration}${body}\n`), etagSource: results };
}

export async function getRecordById(
  request: CswRequest,
  { catalog }: ServerContext,
  base: string,
): Promise<HttpResponse> {
  const ids = (request.parameters.get('id') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length === 0) throw owsError('MissingParameterValue', 'id', 'id is missing');
  const form = formIn(request);
  const records = await Promise.all(
    ids.slice(0, maxRecords).map((id) => (/^[0-9a-f]{16}$/.test(id) ? catalog.get(id) : null)),
  );
  const found = records.filter((record) => record !== null).map((record) => written(record, form, base));
  return xmlResponse(`${xmlDeclaration}${element('csw:GetRecordByIdResponse', namespaces, ...found)}\n`);
}

function written(record: Resource, { schema, set }: Form, base: string): string {
  return schema === gmdSchema ? isoElement(record, base) : dublinCore(record, set, base);
}

function formIn({ parameters }: CswRequest): Form {
  const format = parameters.get('outputformat') || 'application/xml';
  if (!/^(?:application|text)\/xml\b/.test(format))
    throw owsError('InvalidParameterValue', 'outputFormat', `outputFormat is application/xml, not ${format}`);
  const types = (parameters.get('typenames') ?? parameters.get('typename') ?? '')
    .split(/[\s,]+/)
    .filter((one) => one !== '');
  const wrong = types.find((one) => !typeNames.some((name) => name.split(':')[1] === one.split(':').at(-1)));
  if (wrong !== undefined) throw owsError('InvalidParameterValue', 'typeNames', `Unknown record type ${wrong}`);
  const schema = parameters.get('outputschema') || cswSchema;
  if (!outputSchemas.includes(schema))
    throw owsError(
      'InvalidParameterValue',
      'outputSchema',
      `outputSchema is ${outputSchemas.join(' or ')}, not ${schema}`,
    );
  // Single elements can't be selected: a request that names some gets all.
  const set = parameters.get('elementsetname')?.toLowerCase() || (parameters.has('elementname') ? 'full' : 'summary');
  const known = elementSets.find((one) => one === set);
  if (known === undefined)
    throw owsError('InvalidParameterValue', 'ElementSetName', `ElementSetName is brief, summary or full, not ${set}`);
  return { schema, set: known };
}

function numberIn({ parameters }: CswRequest, name: string, otherwise: number, least: number): number {
  const text = parameters.get(name) ?? '';
  if (text === '') return otherwise;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw owsError('InvalidParameterValue', name, `${name} must be an integer of at least ${least}, not ${text}`);
  return number;
}
