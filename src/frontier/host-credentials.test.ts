// Stored credentials: what is written to disk, and which key decrypts it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts';
import {
  deleteCredential,
  listCredentials,
  openCredentials,
  parseCredentialHost,
  saveCredential,
} from './host-credentials.ts';

const origin = 'https://maps.example.org';
const credential = { type: 'token', token: 'a-token-of-some-length' } as const;
let folder: string;
let store: SqliteStore;
let settings: { db: string; 'credentials.keyFile': string | null };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geotrawl-credentials-'));
  settings = { db: join(folder, 'catalog.db'), 'credentials.keyFile': null };
  store = openSqlite(settings.db);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const save = () =>
  store.transact((transaction) =>
    store.within(transaction, () => saveCredential({ origin, credential, createdMs: 1, createdBy: 'Ada' }, settings)),
  );

it('is returned for its origin only, and changes at once', async () => {
  const of = await openCredentials(store, settings);
  expect(of(origin)).toBeNull();
  await save();
  expect(of(origin)).toEqual(credential);
  for (const other of ['http://maps.example.org', 'https://maps.example.org:8443', 'https://example.org'])
    expect(of(other)).toBeNull();
  await store.transact((transaction) => store.within(transaction, () => deleteCredential(origin)));
  expect(of(origin)).toBeNull();
});

it('is encrypted in the database, with the key file beside it readable by its owner only', async () => {
  await save();
  const key = `${settings.db}.key`;
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const written = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
  expect(written).not.toContain(credential.token);
  const shown = await store.read(listCredentials);
  expect(JSON.stringify(shown)).not.toContain(credential.token);
  expect(shown).toEqual([{ origin, type: 'token', createdMs: 1, createdBy: 'Ada' }]);
});

it('cannot be decrypted without the key, with another one, with one others may read, or from another row', async () => {
  await save();
  const key = `${settings.db}.key`;
  const fresh = async () => (await openCredentials(store, settings))(origin);
  chmodSync(key, 0o644);
  await expect(fresh()).rejects.toThrow(/Other users may read the key/);
  chmodSync(key, 0o600);
  store.database.exec("UPDATE host_credential SET origin = 'https://evil.example'");
  const of = await openCredentials(store, settings);
  expect(() => of('https://evil.example')).toThrow(/different key/);
  store.database.exec(`UPDATE host_credential SET origin = '${origin}'`);
  expect(await fresh()).toEqual(credential);
  writeFileSync(key, Buffer.alloc(32, 7).toString('base64'));
  await expect(fresh()).rejects.toThrow(/different key/);
  rmSync(key);
  await expect(fresh()).rejects.toThrow(expect.objectContaining({ code: 'fetch.credentials' }));
});

it('uses the configured key file', async () => {
  const keyFile = join(folder, 'own.key');
  writeFileSync(keyFile, 'too short', { mode: 0o600 });
  settings = { ...settings, 'credentials.keyFile': keyFile };
  await expect(save()).rejects.toThrow(expect.objectContaining({ code: 'credentials.key' }));
  writeFileSync(keyFile, Buffer.alloc(32, 1).toString('base64'));
  await save();
  expect((await openCredentials(store, settings))(origin)).toEqual(credential);
});

it('is for a host, not for a path on it', () => {
  expect(parseCredentialHost(' Maps.Example.org ')).toBe(origin);
  expect(parseCredentialHost('http://127.0.0.1:8080/')).toBe('http://127.0.0.1:8080');
  for (const text of ['', '*.example.org', 'https://a@maps.example.org', 'maps.example.org/wms', 'ftp://x', 'a b'])
    expect(() => parseCredentialHost(text)).toThrow(expect.objectContaining({ code: 'usage.bad-argument' }));
});

describeWith('postgis', () => {
  it('is stored in PostgreSQL too, with a configured key file', async () => {
    const shared = await openEmptyPostgres();
    const keyed = { db: 'postgres://db/geotrawl', 'credentials.keyFile': join(folder, 'shared.key') };
    const saveThere = (given: typeof settings) =>
      shared.transact((transaction) =>
        shared.within(transaction, () => saveCredential({ origin, credential, createdMs: 1, createdBy: 'Ada' }, given)),
      );
    await expect(saveThere({ ...keyed, 'credentials.keyFile': null })).rejects.toThrow(/credentials\.keyFile/);
    for (let times = 0; times < 2; times++) await saveThere(keyed);
    expect(await shared.read(listCredentials)).toEqual([{ origin, type: 'token', createdMs: 1, createdBy: 'Ada' }]);
    expect((await openCredentials(shared, keyed))(origin)).toEqual(credential);
    await shared.transact((transaction) => shared.within(transaction, () => deleteCredential(origin)));
    expect((await openCredentials(shared, keyed))(origin)).toBeNull();
    await shared.close();
  });
});
