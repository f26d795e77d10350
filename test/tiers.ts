// Which test files are in which tier: the one list. See CONTRIBUTING.md, "Tests".

/** `fast` is `npm test`, `ci` is `.ci/run`, `full` is `npm run test:full`; each tier contains the one before. */
export type Tier = 'fast' | 'ci' | 'full';

/** Suites that need servers, browsers or other programs of the system. */
const needSystemPrograms = [
  'lab/map-applications/**',
  'src/cluster/messages/dispatchers.test.ts',
  'src/frontier/postgres/**',
  'src/search/replica/postgres-search.test.ts',
  'src/store/postgres/**',
  'test/apis/clients.test.ts',
  'test/cluster/**',
  'test/deploy.test.ts',
  'test/differential/**',
  'test/monitor/real-servers.test.ts',
  'test/render/**',
  'test/servers/**',
  'test/shared-copy.test.ts',
  'test/web/**',
];

/** Suites that take longer than ten seconds on a quiet machine, most of them because they wait out crawl delays. */
const slow = [
  'test/add-a-kind.test.ts',
  'test/corpus/duplicates.test.ts',
  'test/crawls/**',
  'test/docs-commands.test.ts',
  'test/e2e/{catalog,crawl-events,crawl-limits,interrupt,kind-modules,package,probe,proxy,topics}.test.ts',
  'test/faults/**',
  'test/fuzz/**',
  'test/harvest/{feeds,kill,linked,open-data,portals,satellite-archive,trees}.test.ts',
];

const fullOnly = ['test/full/**'];

/** Globs of the test files a tier leaves out. */
export function excludedFrom(tier: Tier): readonly string[] {
  if (tier === 'full') return [];
  return tier === 'ci' ? fullOnly : [...needSystemPrograms, ...slow, ...fullOnly];
}

/** The tier `scripts/test.mjs` runs. Without it, as in `npx vitest run src/store`, all but the longest suites. */
export function currentTier(): Tier {
  const tier = process.env.GEOTRAWL_TEST_TIER;
  return tier === 'fast' || tier === 'full' ? tier : 'ci';
}
