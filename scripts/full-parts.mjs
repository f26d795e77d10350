// The parts of `npm run test:full`. Each can be run alone (`-- --part NAME`) and has its row in test/full/LAST-RUN.md.

/**
 * `tier` decides which suites exist (test/tiers.ts), `files` which of them run (none: all), `environment` sets the sizes
 * of the long suites, `node` is a Node version other than the present one.
 */
export const fullParts = [
  { name: 'suite', summary: 'everything .ci/run runs', tier: 'ci', files: [] },
  {
    name: 'faults',
    summary: 'crawls and harvests killed at 50 points and with 40 operations failing',
    tier: 'full',
    files: ['test/faults/', 'test/harvest/kill.test.ts'],
    environment: { GEOTRAWL_TEST_KILLS: '50', GEOTRAWL_TEST_FAULTS: '40' },
  },
  {
    name: 'harvest',
    summary: 'harvests of catalogs with 10,000 records',
    tier: 'full',
    files: ['test/harvest/csw.test.ts', 'test/harvest/portals.test.ts'],
    environment: { GEOTRAWL_TEST_FULL: '1' },
  },
  {
    name: 'fuzz',
    summary: '100,000 mutated documents through every reader',
    tier: 'full',
    files: ['test/full/fuzz.test.ts'],
  },
  {
    name: 'chaos',
    summary: 'workers killed, paused and cut off while they share a crawl',
    tier: 'full',
    files: ['test/full/chaos.test.ts'],
  },
  { name: 'qgis', summary: 'QGIS Server and QGIS as servers and clients', tier: 'full', files: ['test/full/qgis'] },
  { name: 'node-22', summary: 'npm test with Node 22', tier: 'fast', files: [], node: '22' },
  { name: 'node-24', summary: 'npm test with Node 24', tier: 'fast', files: [], node: '24' },
];
