// examples/satellite-archive, as in its README: every scene of both APIs once, with footprint, time and links.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScenes, serveArchive } from '../../examples/satellite-archive/archive-server.mjs';
import type { HarvestEvent, HarvestedRecord } from '../../src/index.ts';
import { openProgram, type ProgramContext, root } from '../built-program.ts';

const scenes = makeScenes();
const module = join(root, 'examples/satellite-archive/satellite-archive.mjs');
let archive: Awaited<ReturnType<typeof serveArchive>>;
let context: ProgramContext;
beforeAll(async () => {
  archive = await serveArchive(scenes);
  context = openProgram({
    SATELLITE_ARCHIVE: archive.url,
    SATELLITE_ARCHIVE_START: '2023-01-01',
    GEOTRAWL_NETWORK__ALLOW_PRIVATE: 'true',
    GEOTRAWL_POLITENESS__DELAY_MS: '0',
    GEOTRAWL_CONNECTORS__MODULES: module,
  });
});
afterAll(async () => {
  context.clear();
  await archive.close();
});

async function lines<T>(command: string): Promise<readonly T[]> {
  const { status, output } = await context.run(`geotrawl ${command} --no-progress --quiet`);
  expect([status, output]).toEqual([0, output]);
  const printed = output.split('\n').filter((line) => line.startsWith('{'));
  return printed.map((line) => JSON.parse(line) as T);
}

const names = () => scenes.map(({ name }) => name).sort();

describe('the satellite archive', () => {
  it('is harvested by date windows, which are split when rejected', async () => {
    const harvests = await lines<HarvestEvent>('harvest --due --json');
    expect(harvests.map(({ kind, ended, records, skipped }) => [kind, ended, records, skipped]).sort()).toEqual([
      ['satellite-opensearch', 'complete', scenes.length, 0],
      ['satellite-stac', 'complete', scenes.length, 0],
    ]);
    console.log(
      `${scenes.length} scenes by ${harvests.map(({ kind, requests }) => `${kind}: ${requests}`).join(', ')} requests`,
    );
  });

  it.each(['satellite-stac', 'satellite-opensearch'])('has every scene once, of %s', async (id) => {
    const records = await lines<HarvestedRecord>(`records ${id} --json`);
    expect(records.map((record) => record.id)).toEqual(names());
    const [first] = scenes;
    const record = records.find((one) => one.id === first?.name);
    expect(record?.extent).toEqual(first?.bbox);
    expect(record?.time?.slice(0, 24)).toBe('2023-01-01T00:00:00.000Z');
    expect(record?.links[0]?.url).toBe(`${archive.url}/scenes/${first?.name}.tif`);
    expect(record?.keywords).toEqual(['sample-7a', 'imager']);
  });

  it('is later requested for the last weeks only, including scenes published late', async () => {
    const last = scenes.at(-1)!;
    scenes.push({ ...last, name: 'LATE', taken: last.taken - 9 * 86_400_000, published: last.published + 3_600_000 });
    archive.requested.length = 0;
    const harvests = await lines<HarvestEvent>('harvest satellite-stac --json');
    expect(harvests[0]).toMatchObject({ ended: 'complete', changed: 1 });
    expect(archive.requested.length).toBeLessThan(20);
    expect((await lines<HarvestedRecord>('records satellite-stac --json')).map(({ id }) => id)).toEqual(names());
  });
});
