// Credentials of hosts: encrypted in the database, decrypted with a key file beside it or where the configuration says.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { keyBytes, openSealed, sealText } from '../base/text/sealed-text.ts';
import { readUrl } from '../base/url/url.ts';
import type { Config } from '../config.ts';
import type { Credential, CredentialOf } from '../model/credential.ts';
import { GeotrawlError } from '../model/errors.ts';
import { isPostgresAddress } from '../store/sql/database-address.ts';
import { type SqlStore, statement, type Work } from '../store/sql/sql.ts';

/** Everything about it that may be shown. */
export interface ListedCredential {
  readonly origin: string;
  readonly type: Credential['type'];
  readonly createdMs: number;
  readonly createdBy: string;
}

type KeySettings = Pick<Config, 'db' | 'credentials.keyFile'>;

const find = statement<{ sealed: Uint8Array }>('SELECT sealed FROM host_credential WHERE origin = ?');
const all = statement<{ origin: string; sealed: Uint8Array }>('SELECT origin, sealed FROM host_credential');
const listed = statement<ListedCredential>(
  `SELECT origin, type, created_ms AS "createdMs", created_by AS "createdBy" FROM host_credential ORDER BY origin`,
);
const save = statement(`INSERT INTO host_credential VALUES(?, ?, ?, ?, ?) ON CONFLICT(origin) DO UPDATE SET
  type = excluded.type, sealed = excluded.sealed, created_ms = excluded.created_ms, created_by = excluded.created_by`);
const deletion = statement('DELETE FROM host_credential WHERE origin = ?');

/** Called before every request. Throws `fetch.credentials` if there are credentials that can't be decrypted. */
export async function openCredentials(store: SqlStore, settings: KeySettings): Promise<CredentialOf> {
  const sealedOf = await openSealedOf(store);
  const opened = new Map<string, { readonly sealed: Uint8Array; readonly credential: Credential }>();
  return (origin) => {
    const sealed = sealedOf(origin);
    if (sealed === null) return null;
    const known = opened.get(origin);
    if (known !== undefined && Buffer.compare(known.sealed, sealed) === 0) return known.credential;
    const credential = open(sealed, origin, settings);
    opened.set(origin, { sealed, credential });
    return credential;
  };
}

/** Maximum age of the cached credentials where each lookup would be a network round trip. */
const staleMs = 10_000;

async function openSealedOf(store: SqlStore): Promise<(origin: string) => Uint8Array | null> {
  const { readNow } = store;
  if (readNow !== null) return (origin) => readNow(() => find.get(origin))?.sealed ?? null;
  const read = async () => new Map((await store.read(() => all.all())).map(({ origin, sealed }) => [origin, sealed]));
  let known = await read();
  let readAtMs = performance.now();
  let failure: { readonly error: unknown } | null = null;
  const refresh = () => {
    readAtMs = performance.now();
    read().then(
      (fresh) => {
        known = fresh;
      },
      (error: unknown) => {
        // The database may be restarting; until it is back the cached credentials are used.
        if (!(error instanceof GeotrawlError && error.retry)) failure = { error };
      },
    );
  };
  return (origin) => {
    if (failure !== null) throw failure.error;
    if (performance.now() - readAtMs > staleMs) refresh();
    return known.get(origin) ?? null;
  };
}

function open(sealed: Uint8Array, origin: string, settings: KeySettings): Credential {
  const failed = (why: string, cause?: GeotrawlError) =>
    new GeotrawlError(
      'fetch.credentials',
      `The credentials for ${origin} cannot be decrypted. ${why} Restore the right key file, or have an administrator enter the credentials again.`,
      { facts: { origin }, ...(cause === undefined ? {} : { cause }) },
    );
  let file: string;
  let key: Uint8Array;
  try {
    file = keyFileOf(settings);
    key = readKey(file);
  } catch (error) {
    // The request fails, not the crawl.
    if (error instanceof GeotrawlError) throw failed(error.message, error);
    throw error;
  }
  const text = openSealed(sealed, key, origin);
  if (text === null) throw failed(`They were encrypted with a different key than ${file}.`);
  return JSON.parse(text) as Credential;
}

export function listCredentials(): Work<readonly ListedCredential[]> {
  return listed.all();
}

export interface NewCredential {
  readonly origin: string;
  readonly credential: Credential;
  readonly createdMs: number;
  readonly createdBy: string;
}

/** Replaces the host's credentials. Creates the key if there is none. */
export function* saveCredential(made: NewCredential, settings: KeySettings): Work<void> {
  const { origin, credential, createdMs, createdBy } = made;
  const sealed = sealText(JSON.stringify(credential), readOrMakeKey(keyFileOf(settings)), origin);
  yield* save.run(origin, credential.type, sealed, createdMs, createdBy);
}

/** False if there were none. */
export function* deleteCredential(origin: string): Work<boolean> {
  return (yield* deletion.run(origin)) > 0;
}

/** 'maps.example.org' → 'https://maps.example.org'; http must be given explicitly. Throws `usage.bad-argument`. */
export function parseCredentialHost(text: string): string {
  const typed = text.trim();
  const url = readUrl(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (isOrigin && typed !== '' && !/[\s*]/.test(typed)) return url.origin;
  throw new GeotrawlError(
    'usage.bad-argument',
    `"${text}" isn't a host. Write maps.example.org, or http://maps.example.org:8080.`,
    { facts: { parameter: 'host' } },
  );
}

function keyFileOf({ db, 'credentials.keyFile': file }: KeySettings): string {
  if (file !== null) return file;
  if (!isPostgresAddress(db)) return `${db}.key`;
  throw new GeotrawlError(
    'credentials.key',
    'Set credentials.keyFile to the path of the key: all processes that use this PostgreSQL database need the same one.',
  );
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

/** Throws `credentials.key` if the key is missing, or if others may read it. */
function readKey(file: string): Uint8Array {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw badKey(file, `The key file ${file} is missing.`);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw badKey(file, `Other users may read the key file ${file}. Restrict it: chmod 600 ${file}`);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw badKey(
    file,
    `${file} isn't a key file: it must contain ${keyBytes} bytes in base64 (openssl rand -base64 32).`,
  );
}

function badKey(file: string, message: string, cause?: unknown): GeotrawlError {
  return new GeotrawlError('credentials.key', message, { facts: { file }, ...(cause === undefined ? {} : { cause }) });
}
