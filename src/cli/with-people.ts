// Opens the people of a database for a command, and closes it again.
import { systemClock } from '../base/time/system-clock.ts';
import type { Config } from '../config.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { PersonRow } from '../serve/auth/account-table.ts';
import { openPeople, type People } from '../serve/auth/accounts.ts';
import { nobody, type Who } from '../serve/http/principal.ts';
import { openStore } from '../store/open-store.ts';
import { type GlobalFlags, linkBase, loadSettings } from './options/common-options.ts';

export interface OpenedPeople {
  readonly people: People;
  readonly settings: Config;
  /** Where a one-time link leads, as far as the settings tell. */
  linkTo(secret: string): string;
  /** Throws `request.not-found`. */
  byName(name: string): Promise<PersonRow>;
}

/** Whoever reaches the database may do everything with it; the audit log says where it came from. */
export const commandLine: Who = { ...nobody, role: 'admin', by: 'local', address: 'command line' };

export async function withPeople<T>(globals: GlobalFlags, work: (opened: OpenedPeople) => Promise<T>): Promise<T> {
  const settings = loadSettings(globals).values;
  const store = openStore(settings.db, { cacheMb: 8 });
  const people = openPeople({ store, clock: systemClock });
  try {
    return await work({
      people,
      settings,
      linkTo: (secret) => `${linkBase(settings)}/welcome/${secret}`,
      byName: async (name) => {
        const person = await people.find(name);
        if (person === null) throw new GeotrawlError('request.not-found', `There is nobody named "${name}" here.`);
        return person;
      },
    });
  } finally {
    await store.close();
  }
}
