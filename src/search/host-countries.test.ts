// Countries of hosts: by IP address, by name, from a configured file, and switched off.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResource } from '../../test/conformance/made-records.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts';
import { openHostCountries } from './host-countries.ts';
import { openSqliteSearch } from './sqlite/sqlite-search.ts';

/** Addresses of networks unlikely to move: SWITCH, Google's DNS, IPv6 of RIPE NCC. */
const rows = [
  ['https://maps.example.org', '130.59.31.80'],
  ['https://maps.example.org:8443', '8.8.8.8'],
  ['https://six.example.org', '2001:67c:2e8:22::c100:68b'],
  ['https://inside.example.fr', '127.0.0.1'],
  ['https://unmet.example.se', null],
] as const;

let folder: string;
let store: SqliteStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geotrawl-countries-'));
  store = openSqlite(':memory:');
  const insert = store.database.prepare('INSERT INTO host(key, site, address) VALUES(?, ?, ?)');
  for (const [key, address] of rows) insert.run(key, key, address);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('countries of hosts', () => {
  it.each([
    ['https://maps.example.org/wms?x=1', ['CH']],
    ['https://maps.example.org:8443/wms', ['US']],
    ['https://six.example.org/', ['NL']],
    // An address without a country: the name decides.
    ['https://inside.example.fr/', ['FR']],
    ['https://unmet.example.se/', ['SE']],
    ['https://unknown.example.com/', []],
    ['urn:nothing', []],
  ])('%s', async (url, country) => {
    expect(await openHostCountries(store)(url)).toEqual(country);
  });

  it('are derived from names when switched off', async () => {
    expect(await openHostCountries(store, 'off')('https://maps.example.org/wms')).toEqual([]);
  });

  it('come from a configured file', async () => {
    const package4 = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb';
    const other = createRequire(import.meta.url).resolve(package4);
    expect(await openHostCountries(store, other)('https://maps.example.org:8443/')).toEqual(['US']);
  });

  it.each(['missing.mmdb', 'text.mmdb'])('reject %s at once', async (name) => {
    await writeFile(join(folder, 'text.mmdb'), 'no database');
    expect(() => openHostCountries(store, join(folder, name))).toThrow(
      expect.objectContaining({ code: 'config.bad-value', message: expect.stringContaining(name) }),
    );
  });

  it('are a facet of the search', async () => {
    const records = rows.map(([key], n) => makeResource(`${n}`.padStart(16, '0'), { endpoint: `${key}/wms` }));
    const read = async (id: string) => records.find((record) => record.id === id) ?? null;
    const search = openSqliteSearch(store, { read, countryOf: openHostCountries(store) });
    await store.transact(async (transaction) => {
      for (const record of records) await search.index(transaction, record);
    });
    const { facets } = await search.find({ facets: ['country'], limit: 0 });
    expect(facets.country).toEqual(['CH', 'FR', 'NL', 'SE', 'US'].map((value) => ({ value, count: 1 })));
  });
});
