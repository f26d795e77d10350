// Which tests run, and how long one may take.
import { defineConfig } from 'vitest/config';

/** The long rounds run only when asked for: `npm run test:full`. */
const longRounds = process.env.GEOTRAWL_TEST_FULL === '1' ? [] : ['test/full/**'];

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts', 'lab/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', ...longRounds],
    globalSetup: ['test/servers/shared-servers.ts'],
    setupFiles: ['test/watch-transactions.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
