// CSW 2.0.2 at /csw.
import type { HttpResponse } from '../http/response.ts';
import { get, openParameters, post, type Route } from '../http/route.ts';
import type { ServerContext } from '../http/server-context.ts';
import { describeRecord, getCapabilities, getDomain } from './capabilities.ts';
import { type CswRequest, operations, requestOfQuery, requestOfXml } from './csw-request.ts';
import { getRecordById, getRecords } from './csw-results.ts';
import { owsError } from './ows-exception.ts';

const xml = 'application/xml';
/** Errors are exception reports. */
const declared = { permission: 'look', types: [xml], errorType: xml } as const;
/** Names in any case; the standard has more, which are checked by the parser. */
const parameters = {
  service: 'CSW',
  version: '2.0.2',
  request: `${operations.join(', ')}; GetCapabilities by default`,
  typenames: 'csw:Record or gmd:MD_Metadata',
  elementsetname: 'brief, summary or full',
  outputschema: 'http://www.opengis.net/cat/csw/2.0.2 or http://www.isotc211.org/2005/gmd',
  resulttype: 'hits or results',
  startposition: 'First record, from 1',
  maxrecords: 'Records per page',
  constraintlanguage: 'FILTER or CQL_TEXT',
  constraint: 'A filter in that language',
  sortby: 'Properties, each with :A or :D',
  id: 'Identifiers for GetRecordById, separated by commas',
};

export function cswRoutes(context: ServerContext): readonly Route[] {
  return [
    get('/csw', { ...declared, query: openParameters(parameters), summary: 'CSW 2.0.2' }, (request) =>
      runOperation(requestOfQuery(request.query), context, request.base),
    ),
    post(
      '/csw',
      { ...declared, bodyTypes: [xml, 'application/x-www-form-urlencoded'], summary: 'CSW 2.0.2 by POST' },
      async (request) => {
        const body = await request.text();
        // A form is the key-value encoding sent by POST.
        const isXml = body.trimStart().startsWith('<');
        return runOperation(
          isXml ? requestOfXml(body) : requestOfQuery(new URLSearchParams(body)),
          context,
          request.base,
        );
      },
    ),
  ];
}

function runOperation(request: CswRequest, context: ServerContext, base: string): Promise<HttpResponse> | HttpResponse {
  const service = request.parameters.get('service') ?? 'CSW';
  if (service.toUpperCase() !== 'CSW')
    throw owsError('InvalidParameterValue', 'service', `This is a CSW, not a ${service}`);
  switch (request.operation) {
    case 'GetCapabilities':
      return getCapabilities(request, context, base);
    case 'DescribeRecord':
      return describeRecord();
    case 'GetDomain':
      return getDomain(request, context);
    case 'GetRecordById':
      requireVersion(request);
      return getRecordById(request, context, base);
    default:
      requireVersion(request);
      return getRecords(request, context, base);
  }
}

function requireVersion({ parameters }: CswRequest): void {
  const version = parameters.get('version') || '2.0.2';
  if (version !== '2.0.2') throw owsError('InvalidParameterValue', 'version', `This is CSW 2.0.2, not ${version}`);
}
