// Under which name a record is kept, and how that name is shown.
import { maskSecrets } from '../base/url/url.ts';

/** The catalog's identifier; a fingerprint of its content where it has none. */
export function recordKey(id: string, fingerprint: string): string {
  return id || `~${fingerprint}`;
}

/** Identifiers may be addresses, and those may hold secrets. '' for a record without an identifier. */
export function shownId(key: string): string {
  return key.startsWith('~') ? '' : maskSecrets(key);
}
