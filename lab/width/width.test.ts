import { expect, it } from 'vitest';
import { crawlByWidth } from './crawl-by-width.ts';
import { drawCharts } from './plot.ts';
import { startDemoSearchEngine } from './search-engine.ts';

it('the search engine ranks the same pages in the same order, best first', async () => {
  const engine = await startDemoSearchEngine();
  try {
    const results = engine.results('map land cover');
    expect(results[0]).toBe('http://www.geodata-agency.example/services/land-cover.html');
    expect(engine.results('map land cover')).toEqual(results);
    expect(engine.results('qwertz')).toEqual([]);
    const answer = await fetch(`${engine.url}search?q=map+land+cover&format=json&pageno=2`);
    const { results: second } = (await answer.json()) as { results: { url: string }[] };
    expect(second.map(({ url }) => url)).toEqual(results.slice(10, 20));
  } finally {
    await engine.close();
  }
});

it('larger widths and depths find more, and are counted separately', { timeout: 60_000 }, async () => {
  const counts = await crawlByWidth({ depth: 1, keywords: ['land cover'], mandatory: ['map'], maxWidth: 4 });
  expect(counts.map(({ width, seeds }) => [width, seeds])).toEqual([
    [1, 10],
    [2, 20],
    [3, 30],
    [4, expect.any(Number)],
  ]);
  const services = counts.map(({ services }) => services);
  expect(services).toEqual([...services].sort((one, other) => one - other));
  expect(services.at(-1)).toBeGreaterThan(services[0]!);
  const deeper = await crawlByWidth({ depth: 3, keywords: ['land cover'], mandatory: ['map'], maxWidth: 1 });
  expect(deeper[0]!.services).toBeGreaterThan(counts[0]!.services);
});

it('the plot keeps names apart', () => {
  const svg = drawCharts([{ title: 'T', unit: '', lines: ['a', 'b', 'c'].map((name) => ({ name, values: [1, 9] })) }]);
  const heights = [...svg.matchAll(/y="([\d.]+)" style=/g)].map(([, y]) => Number(y));
  expect(new Set(heights).size).toBe(3);
});
