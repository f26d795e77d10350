// Account operations, each in one transaction with its audit log entry.

import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { type SqlStore, type Work, within } from '../../store/sql/sql.ts';
import { type Account, anonymous, type Principal, type Role } from '../http/principal.ts';
import type { ServerContext } from '../http/server-context.ts';
import {
  type AccountRow,
  deleteAccount,
  findAccount,
  getAccount,
  hasAdmin,
  insertAccount,
  listAccounts,
  passwordOf,
  savePassword,
  saveRole,
} from './account-table.ts';
import { type AuditEntry, readAudit, writeAudit } from './audit-log.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createPasswordKeeper, type PasswordKeeper, requireGoodPassword } from './password.ts';
import {
  beginSession,
  endLink,
  endSession,
  endSessionsOf,
  findSession,
  makeLink,
  readLink,
  touchSession,
} from './session-table.ts';
import {
  type ApiToken,
  deleteToken,
  findToken,
  insertToken,
  listTokens,
  type TokenRequest,
  touchToken,
} from './token-table.ts';

export interface AccountsContext extends ServerContext {
  readonly people: Accounts;
}

export interface LoggedIn {
  readonly person: Account;
  /** The value of the session cookie. */
  readonly session: string;
}

export interface Accounts {
  hasAdmin(): Promise<boolean>;
  list(): Promise<readonly AccountRow[]>;
  find(name: string): Promise<AccountRow | null>;
  /** Returns a one-time link for setting the password. */
  add(who: Principal, user: { name: string; role: Role }): Promise<{ person: Account; link: string }>;
  setRole(who: Principal, id: number, role: Role): Promise<AccountRow>;
  remove(who: Principal, id: number): Promise<void>;
  /** A one-time link for a new password; the old password works until it is used. */
  reset(who: Principal, id: number): Promise<string>;
  /** For an administrator at the command line. */
  setPassword(who: Principal, id: number, password: string): Promise<void>;
  firstAdminLink(): Promise<string>;
  /** The user the link is for; null if it creates the first administrator. Throws `access.link`. */
  readLink(secret: string): Promise<Account | null>;
  /** Sets the password and logs in. `name` is used only for the first administrator. */
  useLink(who: Principal, secret: string, chosen: { name: string; password: string }): Promise<LoggedIn>;
  logIn(who: Principal, name: string, password: string, oldSession: string | null): Promise<LoggedIn>;
  logOut(who: Principal, session: string): Promise<void>;
  /** Ends all other sessions. */
  changePassword(who: Principal, passwords: { old: string; new: string }): Promise<LoggedIn>;
  bySession(session: string, address: string): Promise<Principal | null>;
  byToken(token: string, address: string): Promise<Principal | null>;
  tokens(person: number | null): Promise<readonly ApiToken[]>;
  makeToken(who: Principal, owner: Account, request: TokenRequest): Promise<string>;
  revokeToken(who: Principal, id: number, person: number | null): Promise<void>;
  audit(limit: number, before: number | null): Promise<readonly AuditEntry[]>;
  /** Logs an action of another module, inside that module's transaction. */
  note(transaction: Transaction, who: Principal, action: string, object: string): Promise<void>;
  /** Resolves when all pending writes are done. */
  settled(): Promise<void>;
}

export interface AccountsDependencies {
  readonly store: SqlStore;
  readonly clock: Pick<Clock, 'now'>;
  /** log2 of the password hashing cost; tests use a low one. */
  readonly logCost?: number;
  readonly onFailure?: (error: unknown, what: string) => void;
}

interface AccountsStore extends AccountsDependencies {
  readonly note: Accounts['note'];
  readonly passwords: PasswordKeeper;
  /** Runs the work and logs the action in the same transaction. */
  readonly audited: <T>(who: Principal, action: string, work: () => Work<AuditedAction<T>>) => Promise<T>;
}

interface AuditedAction<T> {
  /** The target of the action, for the log. */
  readonly object: string;
  readonly result: T;
}

export function openAccounts(parts: AccountsDependencies): Accounts {
  const { store, clock } = parts;
  const note: Accounts['note'] = (transaction, who, action, object) =>
    within(transaction, () => writeAudit(who, { action, object, nowMs: clock.now() }));
  const context: AccountsStore = {
    ...parts,
    note,
    passwords: createPasswordKeeper(parts.logCost),
    audited: (who, action, work) =>
      store.transact((transaction) =>
        store.within(transaction, function* () {
          const { object, result } = yield* work();
          yield* writeAudit(who, { action, object, nowMs: clock.now() });
          return result;
        }),
      ),
  };
  return {
    ...management(context),
    ...entry(context),
    ...recognition(context),
    tokens: (person) => store.read(() => listTokens(person)),
    makeToken: (who, owner, request) =>
      context.audited(who, 'token.create', function* () {
        const token = yield* insertToken(owner, request, clock.now());
        return { object: `${owner.name}: ${request.name} (${request.scopes.join(' ')})`, result: token };
      }),
    revokeToken: (who, id, person) =>
      context.audited(who, 'token.revoke', function* () {
        return { object: String(id), result: yield* deleteToken(id, person) };
      }),
    audit: (limit, before) => store.read(() => readAudit(limit, before)),
    note,
  };
}

function management({ store, clock, passwords, audited }: AccountsStore) {
  return {
    hasAdmin: () => store.read(hasAdmin),
    list: () => store.read(listAccounts),
    find: (name) => store.read(() => findAccount(name)),
    add: (who, user) =>
      audited(who, 'user.add', function* () {
        const person = yield* insertAccount({ ...user, nowMs: clock.now() });
        const link = yield* makeLink(person.id, clock.now());
        return { object: `${person.name} as ${person.role}`, result: { person, link } };
      }),
    setRole: (who, id, role) =>
      audited(who, 'user.role', function* () {
        const { name } = yield* getAccount(id);
        yield* saveRole(id, role);
        return { object: `${name}: ${role}`, result: yield* getAccount(id) };
      }),
    remove: (who, id) =>
      audited(who, 'user.remove', function* () {
        const { name } = yield* getAccount(id);
        return { object: name, result: yield* deleteAccount(id) };
      }),
    reset: (who, id) =>
      audited(who, 'user.reset', function* () {
        const { name } = yield* getAccount(id);
        return { object: name, result: yield* makeLink(id, clock.now()) };
      }),
    setPassword: async (who, id, password) => {
      const { name } = await store.read(() => getAccount(id));
      requireGoodPassword(password, name);
      const hash = await passwords.hash(password);
      await audited(who, 'user.password', function* () {
        yield* endSessionsOf(id);
        return { object: name, result: yield* savePassword(id, hash) };
      });
    },
    firstAdminLink: () => store.transact((transaction) => store.within(transaction, () => makeLink(null, clock.now()))),
  } satisfies Partial<Accounts>;
}

function* ownerOfLink(secret: string, nowMs: number): Work<AccountRow | null> {
  const { person } = yield* readLink(secret, nowMs);
  return person === null ? null : yield* getAccount(person);
}

function entry(context: AccountsStore) {
  const { store, clock, passwords, audited } = context;
  const throttle = createLoginThrottle(clock);
  return {
    readLink: (secret) => store.read(() => ownerOfLink(secret, clock.now())),
    useLink: async (who, secret, { name, password }) => {
      const owner = await store.read(() => ownerOfLink(secret, clock.now()));
      requireGoodPassword(password, owner?.name ?? name);
      const hash = await passwords.hash(password);
      return audited(who, owner === null ? 'user.first-admin' : 'user.link', function* () {
        yield* endLink(secret);
        const nowMs = clock.now();
        const person =
          owner === null ? yield* insertAccount({ name, role: 'admin', nowMs }) : yield* getAccount(owner.id);
        return { object: person.name, result: yield* beginWith(person, hash, nowMs) };
      });
    },
    logIn: async (who, name, password, oldSession) => {
      throttle.attempt(name, who.address);
      const found = await store.read(() => withPassword(name.normalize('NFC').trim()));
      const isRight = await passwords.verify(password, found?.password ?? null);
      if (!isRight || found === null) {
        await store.transact((transaction) => context.note(transaction, who, 'login.failed', name));
        throw new GeotrawlError('access.wrong-password', 'Wrong name or password.');
      }
      throttle.succeeded(name, who.address);
      const person = plain(found.person);
      return audited({ ...who, person }, 'login', function* () {
        if (oldSession !== null) yield* endSession(oldSession);
        return { object: person.name, result: { person, session: yield* beginSession(person.id, clock.now()) } };
      });
    },
    logOut: (who, session) =>
      audited(who, 'logout', function* () {
        return { object: '', result: yield* endSession(session) };
      }),
    changePassword: async (who, given) => {
      const { person } = who;
      if (person === null) throw new GeotrawlError('access.needed', 'Log in first.');
      throttle.attempt(person.name, who.address);
      if (!(await passwords.verify(given.old, await store.read(() => passwordOf(person.id)))))
        throw new GeotrawlError('access.wrong-password', 'The old password is wrong.', {
          facts: { reason: 'old-password' },
        });
      throttle.succeeded(person.name, who.address);
      requireGoodPassword(given.new, person.name);
      const hash = await passwords.hash(given.new);
      return audited(who, 'user.password', function* () {
        return { object: person.name, result: yield* beginWith(person, hash, clock.now()) };
      });
    },
  } satisfies Partial<Accounts>;
}

/** A new password ends all other sessions. */
function* beginWith(person: Account, hash: string, nowMs: number): Work<LoggedIn> {
  yield* savePassword(person.id, hash);
  yield* endSessionsOf(person.id);
  return { person: plain(person), session: yield* beginSession(person.id, nowMs) };
}

function* withPassword(name: string): Work<{ person: Account; password: string | null } | null> {
  const person = yield* findAccount(name);
  return person === null ? null : { person, password: yield* passwordOf(person.id) };
}

function recognition({ store, clock, onFailure }: AccountsStore) {
  // "Last seen" is written in the background; a failed write must not fail the request.
  let writing: Promise<void> = Promise.resolve();
  const later = (work: () => Work<void>) => {
    writing = store
      .transact((transaction) => store.within(transaction, work))
      .catch((error: unknown) => onFailure?.(error, 'last seen'));
  };
  return {
    bySession: async (session, address) => {
      const nowMs = clock.now();
      const found = await store.read(() => findSession(session, nowMs));
      if (found === null) return null;
      if (found.isSeenDue) later(() => touchSession(session, nowMs));
      return { ...anonymous, person: found.person, role: found.person.role, by: 'session', address };
    },
    byToken: async (token, address) => {
      const nowMs = clock.now();
      const found = await store.read(() => findToken(token, nowMs));
      if (found === null) return null;
      if (found.isUsedDue) later(() => touchToken(found.id, nowMs));
      return { person: found.person, role: found.person.role, by: 'token', scopes: found.scopes, address };
    },
    settled: () => writing,
  } satisfies Partial<Accounts>;
}

function plain({ id, name, role }: Account): Account {
  return { id, name, role };
}
