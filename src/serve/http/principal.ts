// Principals, roles and scopes, and the table of permissions.

export const roles = ['guest', 'user', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = ['read', 'crawl', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** The caller of a request. */
export interface Principal {
  /** Null for guests without an account, and with `--local`. */
  readonly person: Account | null;
  readonly role: Role;
  readonly by: 'nobody' | 'session' | 'token' | 'local';
  /** Of an API token; null for other callers, which only the role limits. */
  readonly scopes: readonly Scope[] | null;
  /** IP address of the client. */
  readonly address: string;
}

interface Grant {
  readonly roles: readonly Role[];
  /** The scope a token needs; null if tokens aren't accepted. */
  readonly scope: Scope | null;
  /** Needs protection from requests of other sites' pages. */
  readonly isChange: boolean;
}

/** All permissions. */
export const permissions = {
  /** Search and read the catalog. */
  look: { roles: ['guest', 'user', 'admin'], scope: 'read', isChange: false },
  /** See crawls: shared ones and your own. */
  watch: { roles: ['guest', 'user', 'admin'], scope: 'read', isChange: false },
  /** Export results as files. */
  export: { roles: ['user', 'admin'], scope: 'read', isChange: false },
  /** Create crawls, and start, pause or stop your own. */
  crawl: { roles: ['user', 'admin'], scope: 'crawl', isChange: true },
  /** Follow records; your webhooks and mail. */
  follow: { roles: ['user', 'admin'], scope: 'crawl', isChange: true },
  /** Log in. */
  'log-in': { roles: ['guest', 'user', 'admin'], scope: null, isChange: true },
  /** Your own sessions, password and tokens. */
  account: { roles: ['guest', 'user', 'admin'], scope: null, isChange: true },
  /** Save searches. */
  keep: { roles: ['guest', 'user', 'admin'], scope: null, isChange: true },
  /** Accounts, the audit log, opt-outs, credentials. */
  administer: { roles: ['admin'], scope: 'admin', isChange: true },
} as const satisfies Readonly<Record<string, Grant>>;

export type Permission = keyof typeof permissions;

export function may(
  { role, scopes: granted, by }: Pick<Principal, 'role' | 'scopes' | 'by'>,
  right: Permission,
): boolean {
  const grant: Grant = permissions[right];
  if (!grant.roles.includes(role)) return false;
  // Needs an account, which neither anonymous callers nor --local have.
  if (right === 'account') return by === 'session';
  if (right === 'keep') return by === 'session' || by === 'local';
  if (granted === null) return true;
  return grant.scope !== null && granted.includes(grant.scope);
}

/** The name in the audit log. */
export function nameOf({ person, by }: Principal): string {
  return person?.name ?? (by === 'local' ? 'local' : 'guest');
}

export const anonymous: Omit<Principal, 'address'> = { person: null, role: 'guest', by: 'nobody', scopes: null };
