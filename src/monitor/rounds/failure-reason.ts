// Maps codes of failed fetches to reasons a publisher can act on.

import type { ErrorCode, GeotrawlError } from '../../model/errors.ts';
import type { CheckReason, ReasonCode } from '../../model/monitoring.ts';
import type { Grade } from './judge-response.ts';

export interface FailedRequest {
  readonly grade: Grade | 'refused' | 'unclear';
  readonly reason: CheckReason;
}

const reasons: Readonly<Partial<Record<ErrorCode, readonly [FailedRequest['grade'], ReasonCode]>>> = {
  'fetch.dns': ['bad', 'dns-failed'],
  'fetch.connect': ['bad', 'no-connection'],
  'fetch.reset': ['bad', 'broken-off'],
  'fetch.empty': ['bad', 'broken-off'],
  'fetch.timeout': ['bad', 'too-slow'],
  'fetch.protocol': ['bad', 'bad-http'],
  'fetch.status': ['bad', 'status'],
  'fetch.tls-expired': ['bad', 'tls-expired'],
  'fetch.tls-self-signed': ['bad', 'tls-invalid'],
  'fetch.tls-chain': ['bad', 'tls-invalid'],
  'fetch.tls-name': ['bad', 'tls-invalid'],
  'fetch.tls-legacy': ['bad', 'tls-invalid'],
  'fetch.tls': ['bad', 'tls-invalid'],
  'fetch.redirect-loop': ['bad', 'redirect-astray'],
  'fetch.redirect-limit': ['bad', 'redirect-astray'],
  'fetch.redirect-bad': ['bad', 'redirect-astray'],
  'policy.robots': ['refused', 'robots'],
};

/** DNS codes for a name that doesn't exist; others mean that the lookup failed. */
const unknownNames: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'NXDOMAIN', 'ENODATA']);

/** Failures that aren't the service's fault say nothing about it: our proxy, our guard, a delayed host. */
export function failureReason(error: GeotrawlError): FailedRequest {
  if (error.code === 'fetch.dns' && unknownNames.has(error.facts.dns ?? error.facts.cause))
    return { grade: 'bad', reason: { code: 'host-unknown', message: error.message } };
  const [grade, code] = reasons[error.code] ?? (['unclear', 'not-asked'] as const);
  return { grade, reason: { code, message: error.message } };
}
