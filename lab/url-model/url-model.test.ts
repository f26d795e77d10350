// The accuracy of the URL model on unseen hosts.
import { expect, it } from 'vitest';
import { measureUrlModel, readBenchmark } from './run.ts';

const urls = readBenchmark();

it.skipIf(urls.length === 0 && process.env.CI === undefined)(
  'tells services by their URL alone: F1 above .93, above .80 without query strings (needs the corpus)',
  () => {
    const { full, withoutQuery, bySite } = measureUrlModel(urls);
    expect(full.f1).toBeGreaterThan(0.93);
    expect(bySite.f1).toBeGreaterThan(0.93);
    expect(withoutQuery.f1).toBeGreaterThan(0.8);
  },
  60_000,
);
