// Everything that happens with people, each in one transaction with its line in the audit log.
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import { type AuditEntry, readAudit, writeAudit } from './audit-log.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createPasswordKeeper, type PasswordKeeper, requireGoodPassword } from './password.ts';
import { nobody, type Person, type Role, type Who } from './person.ts';
import {
  deletePerson,
  findPerson,
  getPerson,
  hasAdmin,
  insertPerson,
  listPeople,
  type PersonRow,
  passwordOf,
  savePassword,
  saveRole,
} from './person-table.ts';
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
  type TokenWish,
  touchToken,
} from './token-table.ts';

export interface LoggedIn {
  readonly person: Person;
  /** What the cookie holds. */
  readonly session: string;
}

export interface People {
  hasAdmin(): boolean;
  list(): readonly PersonRow[];
  find(name: string): PersonRow | null;
  /** With a one-time link by which they set their password. */
  add(who: Who, wish: { name: string; role: Role }): Promise<{ person: Person; link: string }>;
  setRole(who: Who, id: number, role: Role): Promise<PersonRow>;
  remove(who: Who, id: number): Promise<void>;
  /** A one-time link for a new password; until it is used, the old one holds. */
  reset(who: Who, id: number): Promise<string>;
  /** By whoever runs the machine. */
  setPassword(who: Who, id: number, password: string): Promise<void>;
  firstAdminLink(): Promise<string>;
  /** Whose link it is; null where it makes the first administrator. Throws `access.link`. */
  readLink(secret: string): Person | null;
  /** Sets the password and logs in. `name` counts for the first administrator alone. */
  useLink(who: Who, secret: string, chosen: { name: string; password: string }): Promise<LoggedIn>;
  logIn(who: Who, name: string, password: string, oldSession: string | null): Promise<LoggedIn>;
  logOut(who: Who, session: string): Promise<void>;
  /** Ends every other session. */
  changePassword(who: Who, passwords: { old: string; new: string }): Promise<LoggedIn>;
  bySession(session: string, address: string): Who | null;
  byToken(token: string, address: string): Who | null;
  tokens(person: number | null): readonly ApiToken[];
  makeToken(who: Who, owner: Person, wish: TokenWish): Promise<string>;
  revokeToken(who: Who, id: number, person: number | null): Promise<void>;
  audit(limit: number, before: number | null): readonly AuditEntry[];
  /** Writes down a deed of another part, inside its transaction. */
  note(transaction: Transaction, who: Who, action: string, object: string): void;
  /** Resolves when nothing is left to write. */
  settled(): Promise<void>;
}

export interface PeopleParts {
  readonly store: SqliteStore;
  readonly clock: Pick<Clock, 'now'>;
  /** log2 of the cost of a password; tests take a small one. */
  readonly logCost?: number;
  readonly onFailure?: (error: unknown, what: string) => void;
}

interface Desk extends PeopleParts {
  readonly passwords: PasswordKeeper;
  /** Runs the work and writes the deed down with it. */
  readonly deed: <T>(
    who: Who,
    action: string,
    work: (transaction: Transaction) => { object: string; result: T },
  ) => Promise<T>;
}

export function openPeople(parts: PeopleParts): People {
  const { store, clock } = parts;
  const note: People['note'] = (transaction, who, action, object) =>
    writeAudit(transaction, who, { action, object, nowMs: clock.now() });
  const desk: Desk = {
    ...parts,
    passwords: createPasswordKeeper(parts.logCost),
    deed: (who, action, work) =>
      store.transact(async (transaction) => {
        const { object, result } = work(transaction);
        note(transaction, who, action, object);
        return result;
      }),
  };
  return {
    ...management(desk),
    ...entry(desk),
    ...recognition(desk),
    tokens: (person) => listTokens(store, person),
    makeToken: (who, owner, wish) =>
      desk.deed(who, 'token.create', (transaction) => ({
        object: `${owner.name}: ${wish.name} (${wish.scopes.join(' ')})`,
        result: insertToken(transaction, owner, wish, clock.now()),
      })),
    revokeToken: (who, id, person) =>
      desk.deed(who, 'token.revoke', (transaction) => ({
        object: String(id),
        result: deleteToken(transaction, id, person),
      })),
    audit: (limit, before) => readAudit(store, limit, before),
    note,
  };
}

function management({ store, clock, passwords, deed }: Desk) {
  return {
    hasAdmin: () => hasAdmin(store),
    list: () => listPeople(store),
    find: (name) => findPerson(store, name),
    add: (who, wish) =>
      deed(who, 'user.add', (transaction) => {
        const person = insertPerson(transaction, { ...wish, nowMs: clock.now() });
        const link = makeLink(transaction, person.id, clock.now());
        return { object: `${person.name} as ${person.role}`, result: { person, link } };
      }),
    setRole: async (who, id, role) => {
      const { name } = getPerson(store, id);
      await deed(who, 'user.role', (transaction) => ({
        object: `${name}: ${role}`,
        result: saveRole(transaction, id, role),
      }));
      return getPerson(store, id);
    },
    remove: (who, id) =>
      deed(who, 'user.remove', (transaction) => {
        const { name } = getPerson(store, id);
        return { object: name, result: deletePerson(transaction, id) };
      }),
    reset: (who, id) =>
      deed(who, 'user.reset', (transaction) => {
        const { name } = getPerson(store, id);
        return { object: name, result: makeLink(transaction, id, clock.now()) };
      }),
    setPassword: async (who, id, password) => {
      const { name } = getPerson(store, id);
      requireGoodPassword(password, name);
      const hash = await passwords.hash(password);
      await deed(who, 'user.password', (transaction) => {
        endSessionsOf(transaction, id);
        return { object: name, result: savePassword(transaction, id, hash) };
      });
    },
    firstAdminLink: () => store.transact(async (transaction) => makeLink(transaction, null, clock.now())),
  } satisfies Partial<People>;
}

function entry({ store, clock, passwords, deed }: Desk) {
  const throttle = createLoginThrottle(clock);
  const inPerson = (who: Who): Person => {
    if (who.person === null) throw new GeotrawlError('access.needed', 'Log in first.');
    return who.person;
  };
  return {
    readLink: (secret) => {
      const { person } = readLink(store, secret, clock.now());
      return person === null ? null : getPerson(store, person);
    },
    useLink: async (who, secret, { name, password }) => {
      const { person: id } = readLink(store, secret, clock.now());
      requireGoodPassword(password, id === null ? name : getPerson(store, id).name);
      const hash = await passwords.hash(password);
      return deed(who, id === null ? 'user.first-admin' : 'user.link', (transaction) => {
        // Asked again inside: of two who use one link at the same time, one comes too late.
        readLink(store, secret, clock.now());
        endLink(transaction, secret);
        const nowMs = clock.now();
        const person = id === null ? insertPerson(transaction, { name, role: 'admin', nowMs }) : getPerson(store, id);
        savePassword(transaction, person.id, hash);
        endSessionsOf(transaction, person.id);
        const session = beginSession(transaction, person.id, nowMs);
        return { object: person.name, result: { person: plain(person), session } };
      });
    },
    logIn: async (who, name, password, oldSession) => {
      throttle.attempt(name, who.address);
      const person = findPerson(store, name.normalize('NFC').trim());
      const isRight = await passwords.verify(password, person === null ? null : passwordOf(store, person.id));
      if (!isRight || person === null) {
        await deed(who, 'login.failed', () => ({ object: name, result: null }));
        throw new GeotrawlError('access.wrong-password', 'The name or the password is wrong.');
      }
      throttle.succeeded(name, who.address);
      return deed({ ...who, person }, 'login', (transaction) => {
        if (oldSession !== null) endSession(transaction, oldSession);
        const session = beginSession(transaction, person.id, clock.now());
        return { object: person.name, result: { person: plain(person), session } };
      });
    },
    logOut: (who, session) =>
      deed(who, 'logout', (transaction) => ({ object: '', result: endSession(transaction, session) })),
    changePassword: async (who, given) => {
      const person = inPerson(who);
      throttle.attempt(person.name, who.address);
      if (!(await passwords.verify(given.old, passwordOf(store, person.id))))
        throw new GeotrawlError('access.wrong-password', 'The old password is wrong.', {
          facts: { reason: 'old-password' },
        });
      throttle.succeeded(person.name, who.address);
      requireGoodPassword(given.new, person.name);
      const hash = await passwords.hash(given.new);
      return deed(who, 'user.password', (transaction) => {
        savePassword(transaction, person.id, hash);
        endSessionsOf(transaction, person.id);
        return { object: person.name, result: { person, session: beginSession(transaction, person.id, clock.now()) } };
      });
    },
  } satisfies Partial<People>;
}

function recognition({ store, clock, onFailure }: Desk) {
  // Nobody waits for "last seen" to be written, and nobody's request fails for it.
  let writing: Promise<void> = Promise.resolve();
  const later = (work: (transaction: Transaction) => void) => {
    writing = store
      .transact(async (transaction) => work(transaction))
      .catch((error: unknown) => onFailure?.(error, 'last seen'));
  };
  return {
    bySession: (session, address) => {
      const nowMs = clock.now();
      const found = findSession(store, session, nowMs);
      if (found === null) return null;
      if (found.isSeenDue) later((transaction) => touchSession(transaction, session, nowMs));
      return { ...nobody, person: found.person, role: found.person.role, by: 'session', address };
    },
    byToken: (token, address) => {
      const nowMs = clock.now();
      const found = findToken(store, token, nowMs);
      if (found === null) return null;
      if (found.isUsedDue) later((transaction) => touchToken(transaction, found.id, nowMs));
      return { person: found.person, role: found.person.role, by: 'token', scopes: found.scopes, address };
    },
    settled: () => writing,
  } satisfies Partial<People>;
}

function plain({ id, name, role }: Person): Person {
  return { id, name, role };
}
