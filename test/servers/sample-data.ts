// A handful of places written out as GeoJSON, the data behind the real servers of the tests.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** West, south, east and north of everything below. */
export const sampleExtent = [-9.2, 38.6, 31.2, 60.2] as const;
/** The same of the towns and of the lakes alone. */
export const townsExtent = [-9.14, 38.71, 30.52, 60.17] as const;
export const lakesExtent = [6.15, 46.2, 18.17, 47.83] as const;

const towns: readonly (readonly [name: string, longitude: number, latitude: number])[] = [
  ['Lisboa', -9.14, 38.71],
  ['Genève', 6.14, 46.2],
  ['Praha', 14.42, 50.09],
  ['Helsinki', 24.94, 60.17],
  ['Kyiv', 30.52, 50.45],
];

const lakes: readonly (readonly [name: string, west: number, south: number, east: number, north: number])[] = [
  ['Lac Léman', 6.15, 46.2, 6.93, 46.52],
  ['Bodensee', 9.02, 47.48, 9.75, 47.83],
  ['Balaton', 17.24, 46.7, 18.17, 47.06],
];

/** Writes towns.geojson and lakes.geojson into the folder. */
export async function writeSampleData(folder: string): Promise<void> {
  const points = towns.map(([name, longitude, latitude]) =>
    feature(name, { type: 'Point', coordinates: [longitude, latitude] }),
  );
  const polygons = lakes.map(([name, west, south, east, north]) => {
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return feature(name, { type: 'Polygon', coordinates: [ring] });
  });
  await writeFile(join(folder, 'towns.geojson'), JSON.stringify({ type: 'FeatureCollection', features: points }));
  await writeFile(join(folder, 'lakes.geojson'), JSON.stringify({ type: 'FeatureCollection', features: polygons }));
}

function feature(name: string, geometry: object) {
  return { type: 'Feature', properties: { name }, geometry };
}

/** Writes heights.asc, a grid of four by three numbers over all of it. */
export async function writeSampleRaster(folder: string): Promise<void> {
  const [west, south, east] = sampleExtent;
  const lines = [
    'ncols 4',
    'nrows 3',
    `xllcorner ${west}`,
    `yllcorner ${south}`,
    `dx ${(east - west) / 4}`,
    `dy ${(sampleExtent[3] - south) / 3}`,
    '10 20 30 40',
    '50 60 70 80',
    '90 100 110 120',
    '',
  ];
  await writeFile(join(folder, 'heights.asc'), lines.join('\n'));
}
