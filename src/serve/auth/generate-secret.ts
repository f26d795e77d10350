// Secrets we give out: made at random, kept as a hash.
import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: nobody guesses them, so a plain hash is enough to keep them by. */
export function makeSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
