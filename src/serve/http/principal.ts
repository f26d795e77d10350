// People as the server knows them, and what each role may do: the one table of authorization.

export const roles = ['guest', 'user', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = ['read', 'crawl', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** Who sends a request. */
export interface Principal {
  /** Null for guests without an account, and for the one person of `--local`. */
  readonly person: Account | null;
  readonly role: Role;
  readonly by: 'nobody' | 'session' | 'token' | 'local';
  /** Of the token it came with; null for everything else, which may do what the role may. */
  readonly scopes: readonly Scope[] | null;
  /** Where from, as far as we can tell. */
  readonly address: string;
}

interface Grant {
  readonly roles: readonly Role[];
  /** The scope a token needs for it; null where no token will do. */
  readonly scope: Scope | null;
  /** Whether a request made by another site's page would do harm. */
  readonly isChange: boolean;
}

/** Everything one may do here. What is not in the table nobody may. */
export const permissions = {
  /** Search and read the catalog. */
  look: { roles: ['guest', 'user', 'admin'], scope: 'read', isChange: false },
  /** See crawls: shared ones, and one's own. */
  watch: { roles: ['guest', 'user', 'admin'], scope: 'read', isChange: false },
  /** Take results out as files. */
  export: { roles: ['user', 'admin'], scope: 'read', isChange: false },
  /** Make crawls and steer one's own. */
  crawl: { roles: ['user', 'admin'], scope: 'crawl', isChange: true },
  /** Hear of services: what one follows, one's webhooks and mail. */
  follow: { roles: ['user', 'admin'], scope: 'crawl', isChange: true },
  /** Become somebody. */
  'log-in': { roles: ['guest', 'user', 'admin'], scope: null, isChange: true },
  /** One's own sessions, password and tokens. */
  account: { roles: ['guest', 'user', 'admin'], scope: null, isChange: true },
  /** Keep searches of one's own. */
  keep: { roles: ['guest', 'user', 'admin'], scope: null, isChange: true },
  /** People, the audit log, hosts that opted out. */
  administer: { roles: ['admin'], scope: 'admin', isChange: true },
} as const satisfies Readonly<Record<string, Grant>>;

export type Permission = keyof typeof permissions;

export function may(
  { role, scopes: granted, by }: Pick<Principal, 'role' | 'scopes' | 'by'>,
  right: Permission,
): boolean {
  const grant: Grant = permissions[right];
  if (!grant.roles.includes(role)) return false;
  // An account is somebody's: neither nobody's nor that of a machine without accounts.
  if (right === 'account') return by === 'session';
  if (right === 'keep') return by === 'session' || by === 'local';
  if (granted === null) return true;
  return grant.scope !== null && granted.includes(grant.scope);
}

/** The name under which deeds are written down. */
export function nameOf({ person, by }: Principal): string {
  return person?.name ?? (by === 'local' ? 'local' : 'guest');
}

export const anonymous: Omit<Principal, 'address'> = { person: null, role: 'guest', by: 'nobody', scopes: null };
