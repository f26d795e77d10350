// Credentials on the wire: added to requests to their own origin, and masked in responses.
import type { Credential } from '../model/credential.ts';

export function credentialHeaders(credential: Credential | null): Record<string, string> {
  switch (credential?.type) {
    case 'basic': {
      const pair = Buffer.from(`${credential.user}:${credential.password}`).toString('base64');
      return { authorization: `Basic ${pair}` };
    }
    case 'token':
      return { authorization: `Bearer ${credential.token}` };
    case 'header':
      return { [credential.name.toLowerCase()]: credential.value };
    default:
      return {};
  }
}

/** The URL as sent. An existing parameter of that name is our own from an earlier response, masked or not. */
export function withKey(url: URL, credential: Credential | null): URL {
  if (credential?.type !== 'key') return url;
  const sent = withoutKey(url, credential);
  const pair = `${encodeURIComponent(credential.name)}=${encodeURIComponent(credential.value)}`;
  sent.search = sent.search === '' ? pair : `${sent.search}&${pair}`;
  return sent;
}

/** A redirect with our key in its URL is followed and stored without the key. */
export function withoutKey(url: URL, credential: Credential | null): URL {
  const plain = new URL(url);
  if (credential?.type !== 'key' || url.search === '') return plain;
  // The other parameters keep their spelling: some servers insist on it.
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => nameOf(pair) !== credential.name);
  plain.search = kept.join('&');
  return plain;
}

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}

/** Shorter secrets would match unrelated text. */
const minLength = 6;

/** Every encoding in which a response may repeat the secret. */
function encodings(credential: Credential): readonly string[] {
  const secret =
    credential.type === 'basic'
      ? credential.password
      : credential.type === 'token'
        ? credential.token
        : credential.value;
  const encoded = Object.values(credentialHeaders(credential)).map((value) => value.replace(/^Basic /, ''));
  const all = [secret, encodeURIComponent(secret), ...encoded];
  return [...new Set(all)].filter((text) => text.length >= minLength);
}

/** The text with the secret replaced by asterisks. */
export function withoutSecret(text: string, credential: Credential): string {
  return encodings(credential).reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text);
}

/** The same for bytes, keeping their number: capabilities repeat the request's query, and are published. */
export function withoutSecretBytes(bytes: Uint8Array, credential: Credential): Uint8Array {
  let clean: Buffer | null = null;
  for (const one of encodings(credential)) {
    const sought = Buffer.from(one);
    let at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(sought);
    while (at >= 0) {
      clean ??= Buffer.from(bytes);
      clean.fill('*', at, at + sought.length);
      at = clean.indexOf(sought, at + sought.length);
    }
  }
  return clean ?? bytes;
}
