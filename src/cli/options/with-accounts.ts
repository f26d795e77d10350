// Opens the accounts of a database for a command and closes it afterwards.
import { systemClock } from '../../base/time/system-clock.ts';
import type { Config } from '../../config.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { AccountRow } from '../../serve/auth/account-table.ts';
import { type Accounts, openAccounts } from '../../serve/auth/accounts.ts';
import { anonymous, type Principal } from '../../serve/http/principal.ts';
import { openStore } from '../../store/open-store.ts';
import { type GlobalFlags, linkBase, loadSettings } from './common-options.ts';

export interface OpenedAccounts {
  readonly people: Accounts;
  readonly settings: Config;
  /** URL of a one-time link. */
  linkTo(secret: string): string;
  /** Throws `request.not-found`. */
  byName(name: string): Promise<AccountRow>;
}

/** Access to the database implies full permissions; the audit log records the origin. */
export const commandLine: Principal = { ...anonymous, role: 'admin', by: 'local', address: 'command line' };

export async function withAccounts<T>(globals: GlobalFlags, work: (opened: OpenedAccounts) => Promise<T>): Promise<T> {
  const settings = loadSettings(globals).values;
  const store = openStore(settings.db, { cacheMb: 8 });
  const people = openAccounts({ store, clock: systemClock });
  try {
    return await work({
      people,
      settings,
      linkTo: (secret) => `${linkBase(settings)}/welcome/${secret}`,
      byName: async (name) => {
        const person = await people.find(name);
        if (person === null)
          throw new GeotrawlError('request.not-found', `No user named "${name}". \`geotrawl user list\` lists them.`);
        return person;
      },
    });
  } finally {
    await store.close();
  }
}
