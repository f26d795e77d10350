// Random secrets for sessions, links and tokens; only their hashes are stored.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits can't be guessed, so a plain hash is enough. */
export function makeSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
