// The storage key of a record, and its display form.
import { maskSecrets } from '../base/url/url.ts';

/** The catalog's identifier; without one, a fingerprint of the content. */
export function recordKey(id: string, fingerprint: string): string {
  return id || `~${fingerprint}`;
}

/** Identifiers may be URLs with secrets. '' for a record without an identifier. */
export function shownId(key: string): string {
  return key.startsWith('~') ? '' : maskSecrets(key);
}
