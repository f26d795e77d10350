// What a host wants to see before it answers: kept by an administrator, sent to that host alone.

export const credentialTypes = ['basic', 'token', 'key', 'header'] as const;

export type Credential =
  /** User and password (RFC 7617). */
  | { readonly type: 'basic'; readonly user: string; readonly password: string }
  /** `Authorization: Bearer …` (RFC 6750). */
  | { readonly type: 'token'; readonly token: string }
  /** A parameter of every address. */
  | { readonly type: 'key'; readonly name: string; readonly value: string }
  | { readonly type: 'header'; readonly name: string; readonly value: string };

/** By origin, since a password for https is not one to send in the open: 'https://maps.example.org'. Null for most. */
export type CredentialOf = (origin: string) => Credential | null;
