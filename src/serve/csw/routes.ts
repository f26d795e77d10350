// CSW 2.0.2 at /csw.
import type { HttpResponse } from '../http/response.ts';
import { get, post, type Route } from '../http/route.ts';
import type { ServerContext } from '../http/server-context.ts';
import { describeRecord, getCapabilities, getDomain } from './capabilities.ts';
import { type CswRequest, requestOfQuery, requestOfXml } from './csw-request.ts';
import { getRecordById, getRecords } from './csw-results.ts';
import { owsError } from './ows-exception.ts';

export function cswRoutes(context: ServerContext): readonly Route[] {
  return [
    get('/csw', { permission: 'look' }, (request) => answerCsw(requestOfQuery(request.query), context, request.base)),
    post('/csw', { permission: 'look' }, async (request) => {
      const body = await request.text();
      // A form is the key-value encoding sent by POST.
      const isXml = body.trimStart().startsWith('<');
      return answerCsw(isXml ? requestOfXml(body) : requestOfQuery(new URLSearchParams(body)), context, request.base);
    }),
  ];
}

function answerCsw(request: CswRequest, context: ServerContext, base: string): Promise<HttpResponse> | HttpResponse {
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
