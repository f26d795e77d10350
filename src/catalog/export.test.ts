// Exports read back by JSON parsers and spreadsheets.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLayer, makeProvenance, makeResource } from '../../test/conformance/made-records.ts';
import type { Resource } from '../model/resource.ts';
import { csvLine } from './csv.ts';
import type { ExportFormat } from './export.ts';
import { exportFormats, exportRecords } from './export.ts';

const alps = makeResource('a1', {
  title: 'Alps, "high"',
  abstract: 'Two\r\nlines',
  keywords: ['ice', 'rock'],
  extent: [-5, 44, 15, 48],
  layers: [makeLayer({ name: 'ice', title: 'Glaciers' })],
  provider: { organization: 'Alpine Office', person: 'Jo Doe', email: 'jo@office.example', url: null },
  links: [
    { url: 'https://x.example/', foundBy: 'description', anchor: '', window: 'jo@office.example', nofollow: false },
  ],
  provenance: makeProvenance(),
});
const fiji = makeResource('b2', { title: '=HYPERLINK("https://bad.example")', extent: [177, -20, -178, -15] });
const nowhere = makeResource('c3', { title: 'Nowhere' });

async function* each(records: readonly Resource[]) {
  yield* records;
}

async function write(format: ExportFormat, records: readonly Resource[] = [alps, fiji, nowhere]): Promise<string> {
  let text = '';
  for await (const piece of exportRecords(each(records), format)) text += piece;
  return text;
}

/** An independent CSV reader, character by character. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '"' && text[at + 1] === '"') cell += text[++at];
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === ',' || character === '\r')) {
      row.push(cell);
      cell = '';
      if (character === ',') continue;
      rows.push(row);
      row = [];
      at++;
    } else cell += character;
  }
  return rows;
}

describe('exportRecords', () => {
  it('writes a GeoJSON feature collection with outlines, cut at the antimeridian', async () => {
    const { type, features } = JSON.parse(await write('geojson'));
    expect(type).toBe('FeatureCollection');
    expect(features.map((feature: { id: string }) => feature.id)).toEqual(['a1', 'b2', 'c3']);
    expect(features[0]).toMatchObject({
      type: 'Feature',
      bbox: [-5, 44, 15, 48],
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-5, 44],
            [15, 44],
            [15, 48],
            [-5, 48],
            [-5, 44],
          ],
        ],
      },
      properties: {
        kind: 'wms',
        title: 'Alps, "high"',
        layers: [{ name: 'ice' }],
        firstSeen: '1970-01-01T00:00:01.000Z',
      },
    });
    expect(features[1].geometry).toMatchObject({ type: 'MultiPolygon' });
    expect(features[1].geometry.coordinates.flat(2).every(([x]: number[]) => Math.abs(x ?? 999) <= 180)).toBe(true);
    expect(features[2].geometry).toBeNull();
    expect(features[2]).not.toHaveProperty('bbox');
  });

  it('writes one JSON record per line', async () => {
    const records = (await write('ndjson'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map((record) => record.title)).toEqual([alps.title, fiji.title, nowhere.title]);
    expect(records[0]).toMatchObject({ layers: alps.layers, extent: alps.extent, provenance: alps.provenance });
  });

  it('writes CSV whose text no spreadsheet evaluates', async () => {
    const [header, ...rows] = readCsv(await write('csv'));
    const records = rows.map((row) => Object.fromEntries(row.map((cell, n) => [header?.[n], cell])));
    expect(records[0]).toMatchObject({ title: alps.title, abstract: alps.abstract, keywords: 'ice; rock', west: '-5' });
    expect(records[1]?.title).toBe(`'${fiji.title}`);
    expect(records[2]).toMatchObject({ west: '', layerCount: '0', foundBy: '' });
  });

  it('writes one endpoint per line', async () => {
    expect(await write('url')).toBe('https://a1.example/wms\nhttps://b2.example/wms\nhttps://c3.example/wms\n');
  });

  it('leaves contact persons and e-mail addresses out of every format', async () => {
    for (const format of exportFormats) {
      const text = await write(format);
      expect(text).not.toContain('jo@office.example');
      expect(text).not.toContain('Jo Doe');
      if (format !== 'url') expect(text).toContain('Alpine Office');
    }
  });

  it('writes valid files for no records', async () => {
    expect(JSON.parse(await write('geojson', []))).toEqual({ type: 'FeatureCollection', features: [] });
    expect(await write('ndjson', [])).toBe('');
    expect(readCsv(await write('csv', []))).toHaveLength(1);
  });

  it('writes each record before it reads the next', async () => {
    let requests = 0;
    async function* counted() {
      for (const resource of [alps, fiji, nowhere]) {
        requests++;
        yield resource;
      }
    }
    for await (const line of exportRecords(counted(), 'url')) {
      expect(line).toContain('example');
      expect(requests).toBe(1);
      break;
    }
  });
});

describe('csvLine', () => {
  it('handles any text, and starts no cell like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const [row] = readCsv(csvLine(cells));
        expect(row?.map((cell, n) => (cell === cells[n] ? cell : cell.replace(/^'/, '')))).toEqual(cells);
        expect(row?.some((cell) => /^[=+\-@\t\r]/.test(cell))).toBe(false);
      }),
    );
  });
});
