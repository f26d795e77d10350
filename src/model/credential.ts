// Credentials for a host: entered by an administrator and sent to that host only.

export const credentialTypes = ['basic', 'token', 'key', 'header'] as const;

export type Credential =
  /** User and password (RFC 7617). */
  | { readonly type: 'basic'; readonly user: string; readonly password: string }
  /** `Authorization: Bearer …` (RFC 6750). */
  | { readonly type: 'token'; readonly token: string }
  /** A parameter of every URL. */
  | { readonly type: 'key'; readonly name: string; readonly value: string }
  | { readonly type: 'header'; readonly name: string; readonly value: string };

/** By origin, so that a password for https isn't sent in clear text: 'https://maps.example.org'. Usually null. */
export type CredentialOf = (origin: string) => Credential | null;
