// What the statistics tell of the catalog behind the doors: maps, tables and pictures, and that they are counted once.
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Doors, openDoors } from '../../../test/apis/open-server.ts';
import { systemClock } from '../../base/time/system-clock.ts';
import { type OpenCatalog, openCatalog } from '../../open-catalog.ts';
import { widthOf } from './canvas.ts';
import { openStatistics } from './figures.ts';
import { densityMap, hostBubbles } from './map-shapes.ts';
import { barPicture } from './pictures.ts';

let doors: Doors;
let catalog: OpenCatalog;
beforeAll(async () => {
  doors = await openDoors();
  catalog = openCatalog({ db: doors.db });
});
afterAll(async () => {
  await catalog.close();
  await doors.close();
});

async function pictureAt(path: string): Promise<PNG> {
  const response = await doors.get(path);
  expect(response.headers.get('content-type')).toBe('image/png');
  return PNG.sync.read(Buffer.from(await response.arrayBuffer()));
}

function colorsOf({ data }: PNG): Set<string> {
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colors.add(data.subarray(at, at + 3).join(' '));
  return colors;
}

describe('the statistics', () => {
  it('draw where the data lies, and give the cells as CSV', async () => {
    const page = await (await doors.get('/stats')).text();
    expect(page).toMatch(/<rect class="d\d" x="\d+"/);
    const [head, ...rows] = (await (await doors.get('/stats/density.csv')).text()).trim().split('\r\n');
    expect(head).toBe('west,south,east,north,layers');
    const layers = doors.records.flatMap(({ extent, layers: own }) =>
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
    expect(colorsOf(await pictureAt('/stats/density.png')).size).toBeGreaterThan(4);
  });

  it.each(['hosts', 'kind', 'organization', 'growth'])(
    'give %s as CSV and as a picture with ink on it',
    async (name) => {
      expect((await (await doors.get(`/stats/${name}.csv`)).text()).split('\r\n')[0]).toMatch(/^[a-z]+,count$/);
      expect(colorsOf(await pictureAt(`/stats/${name}.png`)).size).toBeGreaterThan(2);
    },
  );

  it.each(['/stats/nothing.csv', '/stats/kind.gif', '/stats/host.csv'])('have no %s', async (path) => {
    expect((await doors.get(path)).status).toBe(404);
  });

  it('are counted once while nothing changes, and at most once a minute while something does', async () => {
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
    const statistics = openStatistics(watched, { now: () => nowMs });
    await Promise.all([statistics.figures(), statistics.figures()]);
    expect(counted).toBe(1);
    revision++;
    await statistics.figures();
    expect(counted).toBe(1);
    nowMs += 61_000;
    await statistics.figures();
    await statistics.figures();
    expect(counted).toBe(2);
  });
});

it('sorts densities into levels that grow by a factor', () => {
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

it('puts circles where countries lie', () => {
  const [swiss, ...others] = hostBubbles([
    { value: 'CH', count: 100 },
    { value: 'FJ', count: 1 },
    { value: 'XX', count: 5 },
  ]);
  expect(others).toHaveLength(1);
  expect([Math.round(swiss!.x / 4 - 180), Math.round(90 - swiss!.y / 4)]).toEqual([8, 47]);
});

it('draws letters it has, boxes for others, and cuts what is too long', () => {
  expect(widthOf('Übersicht')).toBeGreaterThan(40);
  expect(widthOf('漢')).toBe(widthOf('□'));
  const long = barPicture('x'.repeat(500), [{ label: '地図'.repeat(200), count: 3 }], String);
  expect(PNG.sync.read(Buffer.from(long)).width).toBe(720);
});
