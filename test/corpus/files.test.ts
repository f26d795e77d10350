// The kinds of files on real documents: KML, KMZ, GeoJSON and TopoJSON read as expected.
import { describe, expect, it } from 'vitest';
import { readJsonObject } from '../../src/base/json/json.ts';
import { identify } from '../../src/identify/identify.ts';
import { readGeojson } from '../../src/kinds/files/vector/geojson-reader.ts';
import type { KmlReading } from '../../src/kinds/files/vector/kml-reader.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { benchmarkUrls, type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';
import { readAnyKml } from './kml-counts.ts';

const rows = corpusRows();
const isClean = ({ flags }: CorpusRow) => !flags.includes('malformed');

/** Share of rows on which `isRight` holds, with the others named. */
function agreement(label: string, requested: readonly CorpusRow[], isRight: (row: CorpusRow) => boolean): number {
  const wrong = requested.filter((row) => !isRight(row)).map(({ file }) => file);
  console.log(`${label}: ${requested.length - wrong.length} of ${requested.length}`, wrong.slice(0, 20));
  return requested.length === 0 ? 1 : 1 - wrong.length / requested.length;
}

function found(row: CorpusRow): Discovery | undefined {
  return identify(corpusDocument(row), kinds)[0];
}

describe.skipIf(rows.length === 0).each(['kml', 'kmz'])('%s', (label) => {
  const own = rows.filter((row) => row.kind === label && isClean(row));
  const readings = new Map(own.map((row) => [row, readAnyKml(corpusDocument(row))]));
  const counted = (key: string, count: (reading: KmlReading) => unknown) =>
    agreement(`${label} ${key}`, own, (row) => count(readings.get(row)!) === row.expected[key]);

  it('has its kind and version', () => {
    expect(agreement(`${label} kind`, own, (row) => found(row)?.identity.kind === label)).toBe(1);
    const versioned = own.filter(({ version }) => version !== '');
    expect(agreement(`${label} version`, versioned, (row) => found(row)?.identity.version === row.version)).toBe(1);
  });

  it('has the expected number of features', () => {
    expect(counted('placemarks', (reading) => reading.placemarks)).toBeGreaterThan(0.99);
    expect(counted('networklinks', (reading) => reading.networkLinks)).toBeGreaterThan(0.99);
    expect(counted('groundoverlays', (reading) => reading.groundOverlays)).toBeGreaterThan(0.99);
  });

  it('has its title, and an extent that contains the expected one', () => {
    const titled = own.filter(({ expected }) => expected.title !== '');
    const isTitled = (row: CorpusRow) =>
      found(row)?.description.title === String(row.expected.title).replace(/\s+/g, ' ').trim();
    expect(agreement(`${label} title`, titled, isTitled)).toBeGreaterThan(0.9);
    const placed = own.filter(({ expected }) => Array.isArray(expected.union_bbox));
    expect(
      agreement(`${label} union_bbox`, placed, (row) =>
        holds(readings.get(row)?.box, row.expected.union_bbox as number[]),
      ),
    ).toBeGreaterThan(0.99);
  });
});

/** Ours adds tracks and overlays. */
function holds(box: readonly number[] | null | undefined, [west, south, east, north]: readonly number[]): boolean {
  if (box == null) return false;
  const slack = 1e-9;
  return box[0]! <= west! + slack && box[1]! <= south! + slack && box[2]! >= east! - slack && box[3]! >= north! - slack;
}

describe.skipIf(rows.length === 0)('geojson', () => {
  const own = rows.filter((row) => row.kind === 'geojson' && isClean(row));

  it('has the expected number of features by geometry', () => {
    const reading = (row: CorpusRow) => readGeojson(readJsonObject(corpusDocument(row)) ?? {});
    expect(
      agreement('geojson features', own, (row) => reading(row).featureCount === row.expected.features),
    ).toBeGreaterThan(0.99);
    const isSame = (row: CorpusRow) => {
      const expected = Object.entries(row.expected.geometry_types as Record<string, number>);
      const types = reading(row).geometryTypes;
      return expected.length === types.size && expected.every(([type, count]) => types.get(type) === count);
    };
    // Expectations of a single feature have "Feature"; templates have members that aren't features.
    const told = own.filter(
      (row) => !row.flags.includes('template') && !('Feature' in (row.expected.geometry_types as object)),
    );
    expect(agreement('geojson geometry types', told, isSame)).toBeGreaterThan(0.99);
  });

  it('has an extent where coordinates are degrees, else a problem', () => {
    const told = (row: CorpusRow) => {
      const discovery = found(row);
      // Some are STAC, which has its own kinds.
      if (discovery?.identity.kind !== 'geojson') return true;
      return (
        discovery?.description.extent != null ||
        (discovery?.description.problems.length ?? 0) > 0 ||
        row.expected.bbox === 0
      );
    };
    expect(agreement('geojson extent or problem', own, told)).toBe(1);
  });
});

it.skipIf(rows.length === 0)('counts the objects of TopoJSON', () => {
  const own = rows.filter((row) => row.kind === 'topojson');
  expect(agreement('topojson objects', own, (row) => found(row)?.description.layerCount === row.expected.objects)).toBe(
    1,
  );
});

const urls = benchmarkUrls();
const fileTypes = ['KML-URL', 'SHAPEFILE-ZIP', 'GDB-URL', 'GEOJSON-URL'];

it.skipIf(urls.length === 0)('suspects the addresses of files, and few others', () => {
  const files = kinds.filter(({ family }) => family === 'file');
  const isSuspected = (url: string) =>
    files.some((kind) => kind.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false }) >= 0.5);
  const own = urls.filter(({ isService, type }) => isService && fileTypes.includes(type));
  const missed = own.filter(({ url }) => !isSuspected(url));
  const mistaken = urls.filter(({ isService, url }) => !isService && isSuspected(url));
  const found = own.length - missed.length;
  const figures = `precision ${(found / (found + mistaken.length)).toFixed(3)}, recall ${(found / own.length).toFixed(3)}`;
  console.log(`files: ${figures} (n = ${own.length})`, missed.slice(0, 20), mistaken.slice(0, 20));
  expect(found / own.length).toBeGreaterThan(0.8);
  expect(found / (found + mistaken.length)).toBeGreaterThan(0.9);
});
