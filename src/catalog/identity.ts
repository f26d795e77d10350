// The record id of a discovery.
import { createHash } from 'node:crypto';

/** Stable across runs and machines: the first 64 bits of a hash of kind and endpoint key. */
export function resourceId(kind: string, endpointKey: string): string {
  return createHash('sha256').update(`${kind}\n${endpointKey}`).digest('hex').slice(0, 16);
}

/** True for text that can only be an id or its prefix. */
export function isIdPrefix(text: string): boolean {
  return /^[0-9a-f]{4,16}$/i.test(text);
}
