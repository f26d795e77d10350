// Maps errors of sockets, TLS and the HTTP parser to coded errors with messages a user can act on.
import { errors } from 'undici';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';

interface Failure {
  readonly code: ErrorCode;
  readonly text: string;
  readonly retry: boolean;
}

const tlsCodes: ReadonlyMap<string, Failure> = new Map([
  ...causesOf('fetch.tls-expired', 'its certificate is outside its dates', ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']),
  ...causesOf('fetch.tls-self-signed', 'its certificate is self-signed', [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ]),
  ...causesOf('fetch.tls-chain', 'it does not send the certificates that lead to a trusted one', [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_UNTRUSTED',
  ]),
  ...causesOf('fetch.tls-name', 'its certificate is for another name', [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
  ]),
  ...causesOf('fetch.tls-legacy', 'it only speaks an outdated TLS', [
    'ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED',
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    'ERR_SSL_VERSION_TOO_LOW',
    'ERR_SSL_DH_KEY_TOO_SMALL',
    'ERR_SSL_EE_KEY_TOO_SMALL',
    'ERR_SSL_CA_MD_TOO_WEAK',
    'EE_KEY_TOO_SMALL',
    'CA_MD_TOO_WEAK',
  ]),
]);

const networkCodes: ReadonlyMap<string, Failure> = new Map([
  ...causesOf('fetch.connect', 'refused the connection or is unreachable', [
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL',
    'EACCES',
  ]),
  ...causesOf('fetch.timeout', 'did not respond in time', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']),
  ...causesOf('fetch.reset', 'reset the connection', ['ECONNRESET', 'EPIPE', 'ECONNABORTED']),
  // undici's code for a connection closed cleanly without a response.
  ...causesOf('fetch.empty', 'closed the connection without a response', ['UND_ERR_SOCKET']),
  ...causesOf('fetch.aborted', 'was not reached: the client was closed', [
    'UND_ERR_DESTROYED',
    'UND_ERR_CLOSED',
    'UND_ERR_ABORTED',
  ]),
]);

/** The coded error for a request to `url` without a response. */
export function fetchFailure(error: unknown, url: URL): GeotrawlError {
  if (error instanceof GeotrawlError) return error;
  const cause = readSystemError(error);
  const { code, text, retry } = failureOf(cause);
  return new GeotrawlError(code, `${url.host} ${text} (${cause}).`, {
    retry,
    cause: error,
    facts: { host: url.host, cause },
  });
}

/**
 * Whether a request failed in a way the port documents. The guard reads opt-outs from the database; a database error
 * isn't the host's fault.
 */
export function isFetchFailure(error: unknown): error is GeotrawlError {
  return error instanceof GeotrawlError && /^(?:fetch|policy)\./.test(error.code);
}

export function timeoutFailure(url: URL, timeoutMs: number): GeotrawlError {
  return new GeotrawlError('fetch.timeout', `${url.host} did not respond within ${timeoutMs} ms.`, {
    retry: true,
    facts: { host: url.host, timeoutMs },
  });
}

/** `isRequested`: whether the server may have seen the request; false while it waits for its host. */
export function abortFailure(url: string, reason: unknown, isRequested = true): GeotrawlError {
  return new GeotrawlError('fetch.aborted', 'The request was canceled.', {
    cause: reason,
    facts: { url, isRequested },
  });
}

/** True for a response the strict parser rejects before its headers are read; a lenient parser may accept it. */
export function isParserError(error: unknown): boolean {
  const isMiscounted = error instanceof errors.ResponseContentLengthMismatchError;
  return error instanceof errors.HTTPParserError || isMiscounted;
}

/** The `code` of a system error; our own bugs have none and are rethrown. */
export function readSystemError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  // undici sets the parser's code only on some of its errors.
  if (error instanceof errors.HTTPParserError) return 'HPE';
  throw error;
}

function failureOf(cause: string): Failure {
  const known = networkCodes.get(cause) ?? tlsCodes.get(cause);
  if (known !== undefined) return known;
  if (cause.startsWith('ERR_SSL_') || cause.startsWith('ERR_TLS_') || cause === 'EPROTO' || cause.includes('CERT')) {
    return { code: 'fetch.tls', text: 'cannot be reached over TLS', retry: false };
  }
  return { code: 'fetch.protocol', text: 'does not speak valid HTTP', retry: false };
}

function causesOf(code: ErrorCode, text: string, causes: readonly string[]): [string, Failure][] {
  const isTls = code.startsWith('fetch.tls');
  const message = isTls ? `cannot be trusted: ${text}` : text;
  return causes.map((cause) => [cause, { code, text: message, retry: !isTls && code !== 'fetch.aborted' }]);
}
