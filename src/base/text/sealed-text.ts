// Encrypts stored texts with AES-256-GCM, bound to the row they belong to.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Bytes of a key, of the nonce (NIST SP 800-38D, 5.2.1.1) and of the tag. */
export const keyBytes = 32;
const [nonceBytes, tagBytes] = [12, 16];

/** `context` isn't secret, but must match to decrypt: a sealed text moved to another row stays unreadable. */
export function sealText(text: string, key: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null if the key or the context differs, or a byte was changed. */
export function openSealed(sealed: Uint8Array, key: Uint8Array, context: string): string | null {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  try {
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch (error) {
    // OpenSSL doesn't report the reason.
    if (error instanceof Error) return null;
    throw error;
  }
}
