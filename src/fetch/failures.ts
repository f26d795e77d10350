// From what sockets, TLS and the HTTP parser throw to coded errors a person can act on.
import { errors } from 'undici';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';

interface Meaning {
  readonly code: ErrorCode;
  readonly says: string;
  readonly retry: boolean;
}

const tlsCodes: ReadonlyMap<string, Meaning> = new Map([
  ...meaning('fetch.tls-expired', 'its certificate is outside its dates', ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']),
  ...meaning('fetch.tls-self-signed', 'its certificate is self-signed', [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ]),
  ...meaning('fetch.tls-chain', 'it does not send the certificates that lead to a trusted one', [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_UNTRUSTED',
  ]),
  ...meaning('fetch.tls-name', 'its certificate is for another name', [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
  ]),
  ...meaning('fetch.tls-legacy', 'it only speaks an outdated TLS', [
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

const networkCodes: ReadonlyMap<string, Meaning> = new Map([
  ...meaning('fetch.connect', 'refuses or does not take the connection', [
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL',
    'EACCES',
  ]),
  ...meaning('fetch.timeout', 'did not answer in time', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']),
  ...meaning('fetch.reset', 'broke the connection off', ['ECONNRESET', 'EPIPE', 'ECONNABORTED']),
  // undici's word for a connection closed in good order with nothing said.
  ...meaning('fetch.empty', 'closed the connection without an answer', ['UND_ERR_SOCKET']),
  ...meaning('fetch.aborted', 'was not waited for: the fetch was closed', [
    'UND_ERR_DESTROYED',
    'UND_ERR_CLOSED',
    'UND_ERR_ABORTED',
  ]),
]);

/** The coded error for a request to `url` that got no answer. */
export function fetchFailure(error: unknown, url: URL): GeotrawlError {
  if (error instanceof GeotrawlError) return error;
  const cause = readSystemError(error);
  const { code, says, retry } = meaningOf(cause);
  return new GeotrawlError(code, `${url.host} ${says} (${cause}).`, {
    retry,
    cause: error,
    facts: { host: url.host, cause },
  });
}

/**
 * Whether a request failed as the port says it may. The guard asks the database who has opted out: that it cannot be read is
 * nothing to hold against a host.
 */
export function isFetchFailure(error: unknown): error is GeotrawlError {
  return error instanceof GeotrawlError && /^(?:fetch|policy)\./.test(error.code);
}

export function timeoutFailure(url: URL, timeoutMs: number): GeotrawlError {
  return new GeotrawlError('fetch.timeout', `${url.host} did not answer within ${timeoutMs} ms.`, {
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

/** True for an answer the strict parser refuses before its headers are read; a lenient parser may read it. */
export function isParserError(error: unknown): boolean {
  const isMiscounted = error instanceof errors.ResponseContentLengthMismatchError;
  return error instanceof errors.HTTPParserError || isMiscounted;
}

/** The `code` of a system error; our own bugs have none and are thrown on. */
export function readSystemError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  // undici knows the parser's code only for some of its errors.
  if (error instanceof errors.HTTPParserError) return 'HPE';
  throw error;
}

function meaningOf(cause: string): Meaning {
  const known = networkCodes.get(cause) ?? tlsCodes.get(cause);
  if (known !== undefined) return known;
  if (cause.startsWith('ERR_SSL_') || cause.startsWith('ERR_TLS_') || cause === 'EPROTO' || cause.includes('CERT')) {
    return { code: 'fetch.tls', says: 'cannot be reached over TLS', retry: false };
  }
  return { code: 'fetch.protocol', says: 'does not speak HTTP that can be read', retry: false };
}

function meaning(code: ErrorCode, text: string, causes: readonly string[]): [string, Meaning][] {
  const isTls = code.startsWith('fetch.tls');
  const says = isTls ? `cannot be trusted: ${text}` : text;
  return causes.map((cause) => [cause, { code, says, retry: !isTls && code !== 'fetch.aborted' }]);
}
