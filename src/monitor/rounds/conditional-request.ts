// Asking for a description only if it is another one: what its server gave to tell versions apart. Pure.

import type { Document } from '../../model/document.ts';
import type { Validators } from '../../model/monitoring.ts';

/** Read in full again after this long, whatever the server says: some answer 304 for ever. */
const trustedMs = 7 * 24 * 3_600_000;
/** Nobody needs longer ones to tell versions apart, and they are kept for every resource. */
const maxChars = 200;

/** Null where the answer says nothing to ask with, or is not whole. */
export function readValidators({ status, partial, headers }: Document, nowMs: number): Validators | null {
  if (status !== 200 || partial !== null) return null;
  const etag = short(headers.etag);
  const date = short(headers['last-modified']);
  const lastModified = date !== null && Number.isFinite(Date.parse(date)) ? date : null;
  return etag === null && lastModified === null ? null : { etag, lastModified, readMs: nowMs };
}

export function areTrusted(validators: Validators | undefined, nowMs: number): validators is Validators {
  return validators !== undefined && nowMs - validators.readMs < trustedMs;
}

/** The parts of a request that make it conditional. */
export function conditionOf({ etag, lastModified }: Validators) {
  return {
    ...(etag === null ? {} : { ifNoneMatch: etag }),
    ...(lastModified === null ? {} : { ifModifiedSince: lastModified }),
  };
}

function short(value: string | undefined): string | null {
  return value === undefined || value === '' || value.length > maxChars ? null : value;
}
