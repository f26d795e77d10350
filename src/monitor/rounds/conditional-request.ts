// Conditional requests for descriptions, with the validators of the server. Pure.

import type { Document } from '../../model/document.ts';
import type { Validators } from '../../model/monitoring.ts';

/** Read in full after this long, because some servers respond 304 forever. */
const trustedMs = 7 * 24 * 3_600_000;
/** Longer validators are ignored; they are stored for every resource. */
const maxChars = 200;

/** Null if the response has no validators or is incomplete. */
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

/** The conditional headers of a request. */
export function conditionOf({ etag, lastModified }: Validators) {
  return {
    ...(etag === null ? {} : { ifNoneMatch: etag }),
    ...(lastModified === null ? {} : { ifModifiedSince: lastModified }),
  };
}

function short(value: string | undefined): string | null {
  return value === undefined || value === '' || value.length > maxChars ? null : value;
}
