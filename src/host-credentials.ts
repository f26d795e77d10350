// Credentials of hosts: kept sealed in the database, opened with a key that lies beside it or wherever the operator says.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { keyBytes, openSealed, sealText } from './base/sealed-text.ts';
import { readUrl } from './base/url.ts';
import type { Config } from './config.ts';
import type { Credential, CredentialOf } from './model/credential.ts';
import { GeotrawlError } from './model/errors.ts';
import type { Transaction } from './model/store.ts';
import type { SqlStore } from './store/sql.ts';
import { databaseOf, isSqlite, type SqliteStore } from './store/sqlite.ts';
import { readSqlite } from './store/sqlite-read.ts';

/** Everything about it that may be shown. */
export interface ListedCredential {
  readonly origin: string;
  readonly type: Credential['type'];
  readonly createdMs: number;
  readonly createdBy: string;
}

type KeySettings = Pick<Config, 'db' | 'credentials.keyFile'>;

/** None on PostgreSQL: they are kept on SQLite alone. */
export function credentialsIn(store: SqlStore, settings: KeySettings): CredentialOf {
  return isSqlite(store) ? createCredentialCheck(store, settings) : () => null;
}

/** Asked before every request. Throws `fetch.credentials` where there are some that cannot be opened. */
export function createCredentialCheck(store: SqliteStore, settings: KeySettings): CredentialOf {
  const find = store.database.prepare('SELECT sealed FROM host_credential WHERE origin = ?');
  const opened = new Map<string, { readonly sealed: Uint8Array; readonly credential: Credential }>();
  return (origin) => {
    const row = readSqlite(() => find.get(origin)) as { sealed: Uint8Array } | undefined;
    if (row === undefined) return null;
    const known = opened.get(origin);
    if (known !== undefined && Buffer.compare(known.sealed, row.sealed) === 0) return known.credential;
    const credential = open(row.sealed, origin, settings);
    opened.set(origin, { sealed: row.sealed, credential });
    return credential;
  };
}

function open(sealed: Uint8Array, origin: string, settings: KeySettings): Credential {
  const failed = (why: string, cause?: GeotrawlError) =>
    new GeotrawlError(
      'fetch.credentials',
      `The credentials for ${origin} cannot be opened. ${why} Put the right key there, or have an administrator enter them again.`,
      { facts: { origin }, ...(cause === undefined ? {} : { cause }) },
    );
  const file = keyFileOf(settings);
  let key: Uint8Array;
  try {
    key = readKey(file);
  } catch (error) {
    // A request fails for it, not the crawl.
    if (error instanceof GeotrawlError) throw failed(error.message, error);
    throw error;
  }
  const text = openSealed(sealed, key, origin);
  if (text === null) throw failed(`The key at ${file} is another one.`);
  return JSON.parse(text) as Credential;
}

export function listCredentials(store: SqliteStore): readonly ListedCredential[] {
  return readSqlite(() =>
    store.database
      .prepare(
        'SELECT origin, type, created_ms AS createdMs, created_by AS createdBy FROM host_credential ORDER BY origin',
      )
      .all(),
  ) as ListedCredential[];
}

export interface NewCredential {
  readonly origin: string;
  readonly credential: Credential;
  readonly createdMs: number;
  readonly createdBy: string;
}

/** In place of what there was for the host. Makes the key where there is none. */
export function saveCredential(transaction: Transaction, made: NewCredential, settings: KeySettings): void {
  const { origin, credential, createdMs, createdBy } = made;
  const sealed = sealText(JSON.stringify(credential), readOrMakeKey(keyFileOf(settings)), origin);
  databaseOf(transaction)
    .prepare('INSERT OR REPLACE INTO host_credential VALUES(?, ?, ?, ?, ?)')
    .run(origin, credential.type, sealed, createdMs, createdBy);
}

/** False where there were none. */
export function deleteCredential(transaction: Transaction, origin: string): boolean {
  return (
    Number(databaseOf(transaction).prepare('DELETE FROM host_credential WHERE origin = ?').run(origin).changes) > 0
  );
}

/** 'maps.example.org' → 'https://maps.example.org'; http is to be asked for. Throws `usage.bad-argument`. */
export function parseCredentialHost(text: string): string {
  const typed = text.trim();
  const url = readUrl(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (isOrigin && typed !== '' && !/[\s*]/.test(typed)) return url.origin;
  throw new GeotrawlError(
    'usage.bad-argument',
    `"${text}" is no host. Write maps.example.org, or http://maps.example.org:8080.`,
    { facts: { parameter: 'host' } },
  );
}

function keyFileOf(settings: KeySettings): string {
  return settings['credentials.keyFile'] ?? `${settings.db}.key`;
}

function readOrMakeKey(file: string): Uint8Array {
  const key = randomBytes(keyBytes);
  try {
    writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    return key;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return readKey(file);
    if (code === undefined) throw error;
    throw badKey(file, `The key cannot be written to ${file}: ${message}.`, error);
  }
}

/** Throws `credentials.key` where there is none, or others may read it. */
function readKey(file: string): Uint8Array {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw badKey(file, `There is no key at ${file}.`);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw badKey(file, `Others may read the key at ${file}. Make it yours alone: chmod 600 ${file}`);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw badKey(file, `${file} holds no key: ${keyBytes} bytes in base64 are expected (openssl rand -base64 32).`);
}

function badKey(file: string, message: string, cause?: unknown): GeotrawlError {
  return new GeotrawlError('credentials.key', message, { facts: { file }, ...(cause === undefined ? {} : { cause }) });
}
