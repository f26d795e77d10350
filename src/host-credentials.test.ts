// Credentials at rest: what lies on the disk, and what opens it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createCredentialCheck,
  deleteCredential,
  listCredentials,
  parseCredentialHost,
  saveCredential,
} from './host-credentials.ts';
import { openSqlite, type SqliteStore } from './store/sqlite.ts';

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
  store.transact(async (transaction) =>
    saveCredential(transaction, { origin, credential, createdMs: 1, createdBy: 'Ada' }, settings),
  );

it('is opened for its origin alone, and changes at once', async () => {
  const of = createCredentialCheck(store, settings);
  expect(of(origin)).toBeNull();
  await save();
  expect(of(origin)).toEqual(credential);
  for (const other of ['http://maps.example.org', 'https://maps.example.org:8443', 'https://example.org'])
    expect(of(other)).toBeNull();
  await store.transact(async (transaction) => deleteCredential(transaction, origin));
  expect(of(origin)).toBeNull();
});

it('lies sealed in the database, with the key beside it for its owner alone', async () => {
  await save();
  const key = `${settings.db}.key`;
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const written = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
  expect(written).not.toContain(credential.token);
  expect(JSON.stringify(listCredentials(store))).not.toContain(credential.token);
  expect(listCredentials(store)).toEqual([{ origin, type: 'token', createdMs: 1, createdBy: 'Ada' }]);
});

it('stays shut without the key, with another one, with one others may read, and in another row', async () => {
  await save();
  const key = `${settings.db}.key`;
  const fresh = () => createCredentialCheck(store, settings)(origin);
  chmodSync(key, 0o644);
  expect(fresh).toThrow(/Others may read the key/);
  chmodSync(key, 0o600);
  store.database.exec("UPDATE host_credential SET origin = 'https://evil.example'");
  expect(() => createCredentialCheck(store, settings)('https://evil.example')).toThrow(/is another one/);
  store.database.exec(`UPDATE host_credential SET origin = '${origin}'`);
  expect(fresh()).toEqual(credential);
  writeFileSync(key, Buffer.alloc(32, 7).toString('base64'));
  expect(fresh).toThrow(/is another one/);
  rmSync(key);
  expect(fresh).toThrow(expect.objectContaining({ code: 'fetch.credentials' }));
});

it('takes the key the operator names', async () => {
  const keyFile = join(folder, 'own.key');
  writeFileSync(keyFile, 'too short', { mode: 0o600 });
  settings = { ...settings, 'credentials.keyFile': keyFile };
  await expect(save()).rejects.toThrow(expect.objectContaining({ code: 'credentials.key' }));
  writeFileSync(keyFile, Buffer.alloc(32, 1).toString('base64'));
  await save();
  expect(createCredentialCheck(store, settings)(origin)).toEqual(credential);
});

it('is for a host, not for an address below it', () => {
  expect(parseCredentialHost(' Maps.Example.org ')).toBe(origin);
  expect(parseCredentialHost('http://127.0.0.1:8080/')).toBe('http://127.0.0.1:8080');
  for (const text of ['', '*.example.org', 'https://a@maps.example.org', 'maps.example.org/wms', 'ftp://x', 'a b'])
    expect(() => parseCredentialHost(text)).toThrow(expect.objectContaining({ code: 'usage.bad-argument' }));
});
