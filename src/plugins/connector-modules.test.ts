// Connector modules: what loads, what is rejected and why.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { settingsWith } from '../config.ts';
import { loadConnectors } from './connector-modules.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-connectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const members = `title: 'An archive', endpoint: 'https://archive.example/api', begin() {}, request() {}, read() {}`;

let made = 0;
function moduleOf(source: string): string {
  const path = join(folder, `connector-${made++}.mjs`);
  writeFileSync(path, source);
  return path;
}

function load(...paths: string[]) {
  return loadConnectors(settingsWith({ 'connectors.modules': paths }));
}

it('loads connectors under any name, in lists, beside other exports, and one under two names', async () => {
  const path = moduleOf(`
    export const first = { id: 'first', ${members}, everyHours: 0.5 };
    export const more = [{ id: 'second', ${members} }];
    export const note = 'none', settings = { id: 7 };
    export default first;`);
  const loaded = await load(path);
  expect(loaded.map(({ outside, from }) => [outside.id, from])).toEqual([
    ['first', path],
    ['second', path],
  ]);
});

it.each([
  ['config.connector-unreadable', 'No such module', () => join(folder, 'missing.mjs')],
  ['config.connector-unreadable', 'no luck', () => moduleOf(`throw new Error('no luck');`)],
  ['config.connector-bad', 'exports no connector', () => moduleOf('export const answer = 42;')],
  [
    'config.connector-bad',
    'has the same id as one from geotrawl itself',
    () => moduleOf(`export const a = { id: 'csw', ${members} };`),
  ],
  [
    'config.connector-bad',
    'endpoint is "ftp://x" (must be a web URL); read is missing (must be a function); everyHours is 0 (must be a number above 0)',
    () =>
      moduleOf(
        `export const a = { id: 'a', title: 'A', endpoint: 'ftp://x', begin() {}, request() {}, everyHours: 0 };`,
      ),
  ],
])('refuses with %s: %s', async (code, words, path) => {
  await expect(load(path())).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

it('rejects duplicate ids', async () => {
  const paths = [1, 2].map(() => moduleOf(`export const a = { id: 'twice', ${members} };`));
  await expect(load(...paths)).rejects.toMatchObject({ code: 'config.connector-bad' });
});
