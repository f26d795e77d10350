// The steps from an empty file to the current one, in order. A step that has been released is never edited: add the next.
import { frontierTables } from './0001-frontier.ts';
import { catalogTables } from './0002-catalog.ts';
import { searchTables } from './0003-search.ts';
import { meaningColumns } from './0004-meaning.ts';
import { harvestTables } from './0005-harvest.ts';
import { recordColumns } from './0006-records.ts';
import { harvestBranchTable } from './0007-harvest-branches.ts';
import { topicTables } from './0008-topics.ts';
import { searchSegmentTables } from './0009-search-segments.ts';
import { duplicateTables } from './0010-duplicates.ts';
import { checkTables } from './0011-checks.ts';
import { accountTables } from './0012-people.ts';
import { credentialTables } from './0013-credentials.ts';
import { savedSearchTables } from './0014-saved-searches.ts';
import { followerTables } from './0015-followers.ts';
import { recordPropertyIndex } from './0016-record-properties.ts';
import { harvestVariant } from './0017-harvest-variant.ts';

export const migrations: readonly string[] = [
  frontierTables,
  catalogTables,
  searchTables,
  meaningColumns,
  harvestTables,
  recordColumns,
  harvestBranchTable,
  topicTables,
  searchSegmentTables,
  duplicateTables,
  checkTables,
  accountTables,
  credentialTables,
  savedSearchTables,
  followerTables,
  recordPropertyIndex,
  harvestVariant,
];
