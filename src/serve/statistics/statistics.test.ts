// Statistics of a served catalog: maps, tables, charts, and caching.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApis, openApis } from '../../../test/apis/open-server.ts';
import { systemClock } from '../../base/time/system-clock.ts';
import { descendants, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { type OpenCatalog, openCatalog } from '../../open-catalog.ts';
import { countedFacets } from '../pages/search/search-params.ts';
import { openStatistics } from './catalog-statistics.ts';
import { barChart, hostChart } from './charts.ts';
import { densityMap, hostBubbles } from './map-shapes.ts';

let apis: OpenApis;
let catalog: OpenCatalog;
beforeAll(async () => {
  apis = await openApis();
  catalog = openCatalog({ db: apis.db });
});
afterAll(async () => {
  await catalog.close();
  await apis.close();
});

/** The chart at a path, checked to be well-formed, accessible and free of inline styles. */
async function chartAt(path: string): Promise<XmlNode> {
  const response = await apis.get(path);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  return parseChart(await response.text());
}

function parseChart(svg: string): XmlNode {
  const roots: XmlNode[] = [];
  const source = { bytes: Buffer.from(svg), charset: 'utf-8', partial: null };
  expect(walkXml(source, { svg: (node) => roots.push(node) })).toEqual([]);
  const [root] = roots;
  expect([root?.attributes.get('role'), root?.attributes.get('aria-labelledby')]).toEqual(['img', 'title']);
  expect(root?.children[0]?.name).toBe('title');
  expect(svg).not.toMatch(/ style=|<style|<script| on\w+=|href/);
  return root!;
}

describe('the statistics', () => {
  it('draw the density map, and give its cells as CSV', async () => {
    const page = await (await apis.get('/stats')).text();
    expect(page).toMatch(/<rect class="d\d" x="\d+"/);
    const [head, ...rows] = (await (await apis.get('/stats/density.csv')).text()).trim().split('\r\n');
    expect(head).toBe('west,south,east,north,layers');
    const layers = apis.records.flatMap(({ extent, layers: own }) =>
      own.length === 0 ? [extent] : own.map((layer) => layer.extent ?? extent),
    );
    const [west, south, east, north, count] = rows[0]!.split(',').map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const over = layers.filter(
      (extent) =>
        extent !== null &&
        extent[1] < north &&
        extent[3] > south &&
        (extent[0] > extent[2] ? extent[0] < east || extent[2] > west : extent[0] < east && extent[2] > west),
    );
    expect(count).toBe(over.length);
    const fills = descendants(await chartAt('/stats/density.svg'), 'rect').map(({ attributes }) =>
      attributes.get('fill'),
    );
    expect(new Set(fills).size).toBeGreaterThan(4);
  });

  it.each(['hosts', 'kind', 'organization', 'growth'])('give %s as CSV and as an SVG chart', async (name) => {
    expect((await (await apis.get(`/stats/${name}.csv`)).text()).split('\r\n')[0]).toMatch(/^[a-z]+,count$/);
    const chart = await chartAt(`/stats/${name}.svg`);
    expect(descendants(chart, 'rect').length).toBeGreaterThan(1);
    expect(descendants(chart, 'text').length).toBeGreaterThan(0);
  });

  it.each(['/stats/nothing.csv', '/stats/kind.png', '/stats/host.csv'])('have no %s', async (path) => {
    expect((await apis.get(path)).status).toBe(404);
  });

  it('are cached while nothing changes, and counted at most once a minute otherwise', async () => {
    let counted = 0;
    let revision = 1;
    let nowMs = systemClock.now();
    const watched = {
      ...catalog,
      revision: async () => `${revision}`,
      counts: () => {
        counted++;
        return catalog.counts();
      },
    };
    const statistics = openStatistics(watched, { now: () => nowMs }, countedFacets);
    await Promise.all([statistics.current(), statistics.current()]);
    expect(counted).toBe(1);
    revision++;
    await statistics.current();
    expect(counted).toBe(1);
    nowMs += 61_000;
    await statistics.current();
    await statistics.current();
    expect(counted).toBe(2);
  });
});

it('groups densities into levels that grow exponentially', () => {
  const density = new Uint32Array(144 * 72);
  density.set([1, 10, 100, 1000, 1000]);
  const { runs, levels } = densityMap(density);
  expect(levels[0]![0]).toBe(1);
  expect(levels.at(-1)![1]).toBe(1000);
  expect(runs.map(({ width, level }) => [width, level])).toEqual([
    [10, 1],
    [10, 3],
    [10, 5],
    [20, 6],
  ]);
  expect(densityMap(new Uint32Array(144 * 72))).toEqual({ runs: [], levels: [] });
});

it('puts circles at the centers of countries', () => {
  const [swiss, ...others] = hostBubbles([
    { value: 'CH', count: 100 },
    { value: 'FJ', count: 1 },
    { value: 'XX', count: 5 },
  ]);
  expect(others).toHaveLength(1);
  expect([Math.round(swiss!.x / 4 - 180), Math.round(90 - swiss!.y / 4)]).toEqual([8, 47]);
  const chart = parseChart(hostChart('Hosts', [swiss!, ...others], 'By country', ({ value }) => value));
  expect(descendants(chart, 'circle').map(({ children }) => children[0]?.text)).toEqual([
    'CH',
    undefined,
    'FJ',
    undefined,
  ]);
});

it('escapes labels, truncates long ones and keeps the full text in the title', () => {
  const label = `<script>${'地図'.repeat(200)}`;
  const chart = parseChart(barChart('x'.repeat(500), [{ label, count: 3 }], String));
  expect(chart.attributes.get('width')).toBe('720');
  expect(descendants(chart, 'title').map(({ text }) => text)).toEqual(['x'.repeat(500), `${label}: 3`]);
  const [heading, shown, count] = descendants(chart, 'text').map(({ text }) => text);
  expect(heading).toMatch(/^x{50,100}…$/);
  expect(shown).toMatch(/^<script>(?:地図?)+…$/);
  expect(count).toBe('3');
});
