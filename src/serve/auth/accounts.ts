// Everything that happens with people, each in one transaction with its line in the audit log.
import type { Clock } from '../../model/clock.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Transaction } from '../../model/store.ts';
import { type SqlStore, type Work, within } from '../../store/sql/sql.ts';
import { nobody, type Person, type Role, type Who } from '../http/principal.ts';
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
  type TokenWish,
  touchToken,
} from './token-table.ts';

export interface LoggedIn {
  readonly person: Person;
  /** What the cookie holds. */
  readonly session: string;
}

export interface People {
  hasAdmin(): Promise<boolean>;
  list(): Promise<readonly PersonRow[]>;
  find(name: string): Promise<PersonRow | null>;
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
  readLink(secret: string): Promise<Person | null>;
  /** Sets the password and logs in. `name` counts for the first administrator alone. */
  useLink(who: Who, secret: string, chosen: { name: string; password: string }): Promise<LoggedIn>;
  logIn(who: Who, name: string, password: string, oldSession: string | null): Promise<LoggedIn>;
  logOut(who: Who, session: string): Promise<void>;
  /** Ends every other session. */
  changePassword(who: Who, passwords: { old: string; new: string }): Promise<LoggedIn>;
  bySession(session: string, address: string): Promise<Who | null>;
  byToken(token: string, address: string): Promise<Who | null>;
  tokens(person: number | null): Promise<readonly ApiToken[]>;
  makeToken(who: Who, owner: Person, wish: TokenWish): Promise<string>;
  revokeToken(who: Who, id: number, person: number | null): Promise<void>;
  audit(limit: number, before: number | null): Promise<readonly AuditEntry[]>;
  /** Writes down a deed of another part, inside its transaction. */
  note(transaction: Transaction, who: Who, action: string, object: string): Promise<void>;
  /** Resolves when nothing is left to write. */
  settled(): Promise<void>;
}

export interface PeopleParts {
  readonly store: SqlStore;
  readonly clock: Pick<Clock, 'now'>;
  /** log2 of the cost of a password; tests take a small one. */
  readonly logCost?: number;
  readonly onFailure?: (error: unknown, what: string) => void;
}

interface Desk extends PeopleParts {
  readonly note: People['note'];
  readonly passwords: PasswordKeeper;
  /** Runs the work and writes the deed down with it. */
  readonly deed: <T>(who: Who, action: string, work: () => Work<Deed<T>>) => Promise<T>;
}

interface Deed<T> {
  /** What it was done to, for the log. */
  readonly object: string;
  readonly result: T;
}

export function openPeople(parts: PeopleParts): People {
  const { store, clock } = parts;
  const note: People['note'] = (transaction, who, action, object) =>
    within(transaction, () => writeAudit(who, { action, object, nowMs: clock.now() }));
  const desk: Desk = {
    ...parts,
    note,
    passwords: createPasswordKeeper(parts.logCost),
    deed: (who, action, work) =>
      store.transact((transaction) =>
        store.within(transaction, function* () {
          const { object, result } = yield* work();
          yield* writeAudit(who, { action, object, nowMs: clock.now() });
          return result;
        }),
      ),
  };
  return {
    ...management(desk),
    ...entry(desk),
    ...recognition(desk),
    tokens: (person) => store.read(() => listTokens(person)),
    makeToken: (who, owner, wish) =>
      desk.deed(who, 'token.create', function* () {
        const token = yield* insertToken(owner, wish, clock.now());
        return { object: `${owner.name}: ${wish.name} (${wish.scopes.join(' ')})`, result: token };
      }),
    revokeToken: (who, id, person) =>
      desk.deed(who, 'token.revoke', function* () {
        return { object: String(id), result: yield* deleteToken(id, person) };
      }),
    audit: (limit, before) => store.read(() => readAudit(limit, before)),
    note,
  };
}

function management({ store, clock, passwords, deed }: Desk) {
  return {
    hasAdmin: () => store.read(hasAdmin),
    list: () => store.read(listPeople),
    find: (name) => store.read(() => findPerson(name)),
    add: (who, wish) =>
      deed(who, 'user.add', function* () {
        const person = yield* insertPerson({ ...wish, nowMs: clock.now() });
        const link = yield* makeLink(person.id, clock.now());
        return { object: `${person.name} as ${person.role}`, result: { person, link } };
      }),
    setRole: (who, id, role) =>
      deed(who, 'user.role', function* () {
        const { name } = yield* getPerson(id);
        yield* saveRole(id, role);
        return { object: `${name}: ${role}`, result: yield* getPerson(id) };
      }),
    remove: (who, id) =>
      deed(who, 'user.remove', function* () {
        const { name } = yield* getPerson(id);
        return { object: name, result: yield* deletePerson(id) };
      }),
    reset: (who, id) =>
      deed(who, 'user.reset', function* () {
        const { name } = yield* getPerson(id);
        return { object: name, result: yield* makeLink(id, clock.now()) };
      }),
    setPassword: async (who, id, password) => {
      const { name } = await store.read(() => getPerson(id));
      requireGoodPassword(password, name);
      const hash = await passwords.hash(password);
      await deed(who, 'user.password', function* () {
        yield* endSessionsOf(id);
        return { object: name, result: yield* savePassword(id, hash) };
      });
    },
    firstAdminLink: () => store.transact((transaction) => store.within(transaction, () => makeLink(null, clock.now()))),
  } satisfies Partial<People>;
}

function* ownerOfLink(secret: string, nowMs: number): Work<PersonRow | null> {
  const { person } = yield* readLink(secret, nowMs);
  return person === null ? null : yield* getPerson(person);
}

function entry(desk: Desk) {
  const { store, clock, passwords, deed } = desk;
  const throttle = createLoginThrottle(clock);
  return {
    readLink: (secret) => store.read(() => ownerOfLink(secret, clock.now())),
    useLink: async (who, secret, { name, password }) => {
      const owner = await store.read(() => ownerOfLink(secret, clock.now()));
      requireGoodPassword(password, owner?.name ?? name);
      const hash = await passwords.hash(password);
      return deed(who, owner === null ? 'user.first-admin' : 'user.link', function* () {
        yield* endLink(secret);
        const nowMs = clock.now();
        const person =
          owner === null ? yield* insertPerson({ name, role: 'admin', nowMs }) : yield* getPerson(owner.id);
        return { object: person.name, result: yield* beginWith(person, hash, nowMs) };
      });
    },
    logIn: async (who, name, password, oldSession) => {
      throttle.attempt(name, who.address);
      const found = await store.read(() => withPassword(name.normalize('NFC').trim()));
      const isRight = await passwords.verify(password, found?.password ?? null);
      if (!isRight || found === null) {
        await store.transact((transaction) => desk.note(transaction, who, 'login.failed', name));
        throw new GeotrawlError('access.wrong-password', 'The name or the password is wrong.');
      }
      throttle.succeeded(name, who.address);
      const person = plain(found.person);
      return deed({ ...who, person }, 'login', function* () {
        if (oldSession !== null) yield* endSession(oldSession);
        return { object: person.name, result: { person, session: yield* beginSession(person.id, clock.now()) } };
      });
    },
    logOut: (who, session) =>
      deed(who, 'logout', function* () {
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
      return deed(who, 'user.password', function* () {
        return { object: person.name, result: yield* beginWith(person, hash, clock.now()) };
      });
    },
  } satisfies Partial<People>;
}

/** With a new password every other session ends. */
function* beginWith(person: Person, hash: string, nowMs: number): Work<LoggedIn> {
  yield* savePassword(person.id, hash);
  yield* endSessionsOf(person.id);
  return { person: plain(person), session: yield* beginSession(person.id, nowMs) };
}

function* withPassword(name: string): Work<{ person: Person; password: string | null } | null> {
  const person = yield* findPerson(name);
  return person === null ? null : { person, password: yield* passwordOf(person.id) };
}

function recognition({ store, clock, onFailure }: Desk) {
  // Nobody waits for "last seen" to be written, and nobody's request fails for it.
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
      return { ...nobody, person: found.person, role: found.person.role, by: 'session', address };
    },
    byToken: async (token, address) => {
      const nowMs = clock.now();
      const found = await store.read(() => findToken(token, nowMs));
      if (found === null) return null;
      if (found.isUsedDue) later(() => touchToken(found.id, nowMs));
      return { person: found.person, role: found.person.role, by: 'token', scopes: found.scopes, address };
    },
    settled: () => writing,
  } satisfies Partial<People>;
}

function plain({ id, name, role }: Person): Person {
  return { id, name, role };
}
