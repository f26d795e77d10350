// Credentials on the wire: put into requests to their own origin, and taken out of whatever comes back.
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

/** The address as it is sent. A parameter of the same name is ours come back, masked or not. */
export function withKey(url: URL, credential: Credential | null): URL {
  if (credential?.type !== 'key') return url;
  const sent = withoutKey(url, credential);
  const pair = `${encodeURIComponent(credential.name)}=${encodeURIComponent(credential.value)}`;
  sent.search = sent.search === '' ? pair : `${sent.search}&${pair}`;
  return sent;
}

/** Where a server redirects to with our key in the address, it is followed, and remembered without. */
export function withoutKey(url: URL, credential: Credential | null): URL {
  const plain = new URL(url);
  if (credential?.type !== 'key' || url.search === '') return plain;
  // What remains stays as it is spelled: some servers insist on it.
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

/** Shorter ones would be found where they are not meant. */
const leastLength = 6;

/** Every spelling in which an answer may repeat the secret. */
function spellings(credential: Credential): readonly string[] {
  const secret =
    credential.type === 'basic'
      ? credential.password
      : credential.type === 'token'
        ? credential.token
        : credential.value;
  const encoded = Object.values(credentialHeaders(credential)).map((value) => value.replace(/^Basic /, ''));
  const all = [secret, encodeURIComponent(secret), ...encoded];
  return [...new Set(all)].filter((text) => text.length >= leastLength);
}

/** The same text with stars for the secret. */
export function withoutSecret(text: string, credential: Credential): string {
  return spellings(credential).reduce((rest, one) => rest.replaceAll(one, '*'.repeat(one.length)), text);
}

/** The same for bytes, whose number stays: capabilities repeat the query they were asked with, and would be published with it. */
export function withoutSecretBytes(bytes: Uint8Array, credential: Credential): Uint8Array {
  let clean: Buffer | null = null;
  for (const one of spellings(credential)) {
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
