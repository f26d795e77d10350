// CSW 2.0.2 at /csw.
import type { Answer } from '../http/response.ts';
import { get, post, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
import { describeRecord, getCapabilities, getDomain } from './capabilities.ts';
import { type CswRequest, requestOfQuery, requestOfXml } from './csw-request.ts';
import { getRecordById, getRecords } from './csw-results.ts';
import { owsError } from './ows-exception.ts';

export function cswRoutes(serving: Serving): readonly Route[] {
  return [
    get('/csw', (asked) => answerCsw(requestOfQuery(asked.query), serving, asked.base)),
    post('/csw', async (asked) => {
      const body = await asked.text();
      // A form is the key-value encoding sent by POST.
      const isXml = body.trimStart().startsWith('<');
      return answerCsw(isXml ? requestOfXml(body) : requestOfQuery(new URLSearchParams(body)), serving, asked.base);
    }),
  ];
}

function answerCsw(request: CswRequest, serving: Serving, base: string): Promise<Answer> | Answer {
  const service = request.parameters.get('service') ?? 'CSW';
  if (service.toUpperCase() !== 'CSW')
    throw owsError('InvalidParameterValue', 'service', `This is a CSW, not a ${service}`);
  switch (request.operation) {
    case 'GetCapabilities':
      return getCapabilities(request, serving, base);
    case 'DescribeRecord':
      return describeRecord();
    case 'GetDomain':
      return getDomain(request, serving);
    case 'GetRecordById':
      requireVersion(request);
      return getRecordById(request, serving, base);
    default:
      requireVersion(request);
      return getRecords(request, serving, base);
  }
}

function requireVersion({ parameters }: CswRequest): void {
  const version = parameters.get('version') || '2.0.2';
  if (version !== '2.0.2') throw owsError('InvalidParameterValue', 'version', `This is CSW 2.0.2, not ${version}`);
}
