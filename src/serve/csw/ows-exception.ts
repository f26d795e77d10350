// Errors in the OGC format: ows:ExceptionReport (OWS Common 1.0, clause 8; CSW 2.0.2 uses version 1.2.0).
import { GeotrawlError } from '../../model/errors.ts';
import { element, leaf, xmlDeclaration } from '../formats/xml-text.ts';
import { type HttpResponse, xmlResponse } from '../http/response.ts';

export type ExceptionCode =
  | 'InvalidParameterValue'
  | 'MissingParameterValue'
  | 'OperationNotSupported'
  | 'VersionNegotiationFailed'
  | 'NoApplicableCode';

/** An error with the code and parameter (locator) that CSW clients expect. */
export function owsError(exceptionCode: ExceptionCode, locator: string, message: string): GeotrawlError {
  return new GeotrawlError('request.bad-parameter', message, { facts: { exceptionCode, locator } });
}

export function exceptionResponse(error: GeotrawlError, status: number): HttpResponse {
  const { exceptionCode, locator, parameter } = error.facts;
  const isFilter = error.code.startsWith('filter.');
  const code = exceptionCode ?? (isFilter || parameter !== undefined ? 'InvalidParameterValue' : 'NoApplicableCode');
  const report = element(
    'ows:ExceptionReport',
    {
      'xmlns:ows': 'http://www.opengis.net/ows',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': 'http://www.opengis.net/ows http://schemas.opengis.net/ows/1.0.0/owsExceptionReport.xsd',
      version: '1.2.0',
      language: 'en',
    },
    element(
      'ows:Exception',
      {
        exceptionCode: String(code),
        locator: String(locator ?? parameter ?? (isFilter ? 'Constraint' : '')) || undefined,
      },
      leaf('ows:ExceptionText', `${error.message} (${error.code})`),
    ),
  );
  return xmlResponse(`${xmlDeclaration}${report}\n`, undefined, status);
}
