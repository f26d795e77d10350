// Which tests run, and how long one may take.
import { defineConfig } from 'vitest/config';
import { currentTier, excludedFrom } from './test/tiers.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts', 'lab/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', '.cache/**', ...excludedFrom(currentTier())],
    globalSetup: ['test/servers/shared-servers.ts'],
    setupFiles: ['test/watch-transactions.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
