// QGIS MetaSearch, its own dialog without a screen: search with words and place, all pages, "add data", a record opened.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Extent } from '../../src/model/extent.ts';
import { type Doors, idsOf, mentions, openDoors, touches } from '../doors/doors.ts';
import { describeWith } from '../servers/needs.ts';
import { systemPython } from '../servers/running-server.ts';

interface Shown {
  readonly pages: readonly {
    readonly label: string;
    readonly rows: readonly (readonly [string, string, boolean, boolean])[];
  }[];
  readonly opened: readonly string[];
  readonly warnings: readonly string[];
}

describeWith('metasearch', () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors();
  });
  afterAll(() => doors.close());

  const script = fileURLToPath(new URL('../doors/search-with-metasearch.py', import.meta.url));
  const search = async (words: string, box: Extent | null): Promise<Shown> => {
    const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };
    const { stdout } = await promisify(execFile)(
      systemPython,
      [script, `${doors.url}/csw`, words, box?.join(',') ?? ''],
      { env },
    );
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as Shown;
  };
  const rowsOf = ({ pages }: Shown) => pages.flatMap(({ rows }) => rows);

  it('shows every record, page by page, and offers to add what QGIS can open', async () => {
    const shown = await search('', null);
    expect(shown.warnings).toEqual([]);
    expect(shown.pages.map(({ label }) => label)).toEqual(
      Array.from({ length: 6 }, (_, page) => `Showing ${page * 10 + 1} - ${page * 10 + 10} of 60 result(s)`),
    );
    const rows = rowsOf(shown);
    expect(rows.map(([id]) => id).sort()).toEqual(doors.records.map(({ id }) => id));
    for (const [id, , canAdd, canAddMap] of rows) {
      const { kind } = doors.records.find((record) => record.id === id)!;
      expect([kind, canAdd, canAddMap]).toEqual([kind, kind !== 'csw', kind === 'wms' || kind === 'wmts']);
    }
  });

  it('finds words, without wildcards, within a box, and opens a record', async () => {
    const box: Extent = [-180, -90, 0, 90];
    const shown = await search('land cover', box);
    const wanted = idsOf(
      doors.records,
      (record) => mentions(record, 'land') && mentions(record, 'cover') && touches(record, box),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(
      rowsOf(shown)
        .map(([id]) => id)
        .sort(),
    ).toEqual(wanted.sort());
    expect(shown.opened).toHaveLength(1);
    expect(wanted.some((id) => shown.opened[0]!.includes(id))).toBe(true);
  });
});
