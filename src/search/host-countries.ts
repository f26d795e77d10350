// The country of a host: by the IP address a crawl reached it at, otherwise by its name.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { fetchKey, hostKeyOf } from '../base/url/url.ts';
import { hostOf } from '../base/url/web-url.ts';
import { GeotrawlError } from '../model/errors.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';
import type { CountryOf } from './index/search-document.ts';
import { countryOfHost } from './places/host-country.ts';

/** ip-location-db writes `country_code`, MaxMind and DB-IP `country.iso_code`. */
type CountryRow = CountryResponse & { readonly country_code?: string };
type FindCountry = (address: string) => string | null;

/** The default database. It covers IPv4 and IPv6; the one for IPv4 alone gives wrong results for IPv6. */
const shipped = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const addressOf = statement<{ address: string | null }>('SELECT address FROM host WHERE key = ?');

/** `file` is the setting `hosts.countries`: a path, 'off', or null for the default. Throws `config.bad-value`. */
export function openHostCountries(store: Pick<SqlStore, 'read'>, file: string | null = null): CountryOf {
  const find = readerOf(file);
  return async (url) => {
    const key = fetchKey(url);
    const known = key === null ? undefined : await store.read(() => addressOf.get(hostKeyOf(key)));
    const country = known?.address == null ? null : find(known.address);
    return country === null ? countryOfHost(hostOf(url)) : [country];
  };
}

/** Eight megabytes each: opened once, on first use. */
const open = new Map<string, FindCountry>();

function readerOf(file: string | null): FindCountry {
  const path = file === 'off' ? null : (file ?? shippedFile());
  if (path === null) return () => null;
  // A configured file is opened now, to report mistakes early.
  if (file !== null) openFile(path);
  return (address) => openFile(path)(address);
}

function openFile(path: string): FindCountry {
  const find = open.get(path) ?? readFile(path);
  open.set(path, find);
  return find;
}

function readFile(path: string): FindCountry {
  try {
    const reader = new Reader<CountryRow>(readFileSync(path));
    return (address) => {
      const row = reader.get(address);
      const code = row?.country_code ?? row?.country?.iso_code ?? '';
      return /^[A-Z]{2}$/.test(code) ? code : null;
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new GeotrawlError('config.bad-value', `hosts.countries: ${path} isn't an MMDB file: ${error.message}`, {
      cause: error,
      facts: { path },
    });
  }
}

/** Null if the optional package isn't installed. */
function shippedFile(): string | null {
  try {
    return createRequire(import.meta.url).resolve(shipped);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
