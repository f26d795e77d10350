// All migrations of PostgreSQL databases in order; the format of a database is how many of them it has seen.
import { catalogTables } from './0001-catalog.ts';
import { searchTables } from './0002-search.ts';
import { checkTables } from './0003-checks.ts';
import { accountTables } from './0004-people.ts';
import { frontierTables } from './0005-frontier.ts';
import { followerTables } from './0006-followers.ts';
import { leaderLeaseTables } from './0007-duties.ts';
import { sharedHostTables } from './0008-shared-hosts.ts';
import { recordPropertyIndex } from './0009-record-properties.ts';
import { harvestVariant } from './0010-harvest-variant.ts';

export const postgresMigrations: readonly string[] = [
  catalogTables,
  searchTables,
  checkTables,
  accountTables,
  frontierTables,
  followerTables,
  leaderLeaseTables,
  sharedHostTables,
  recordPropertyIndex,
  harvestVariant,
];
