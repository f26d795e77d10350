// Expectations of every fuzz run: no throws, no hangs, no memory growth.
import { expect, it } from 'vitest';
import { fuzzLine, runFuzz } from './run-fuzz.ts';
import { fuzzSamples } from './samples.ts';

/** Memory growth after warm-up. A leak of 1 KB per document would show after 64,000. */
const maxGrowthMb = 64;

export function expectFuzz(rounds: number, seed: number, timeoutMs: number): void {
  const samples = fuzzSamples();
  it(`reads ${rounds} mutated documents without a throw, a hang or growing memory`, {
    timeout: timeoutMs,
  }, async () => {
    const figures = await runFuzz(rounds, seed, samples);
    console.log(fuzzLine(figures, samples.length));
    expect(figures.hangs).toEqual([]);
    expect(figures.resources).toBeGreaterThan(rounds / 10);
    expect(figures.heapAfterMb - figures.heapBeforeMb).toBeLessThan(maxGrowthMb);
  });
}
