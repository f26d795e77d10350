// Topics on the command line: from a crawl, searched, corrected, explained, and trained.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { run, scratchPath } from './command.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from './small-web.ts';

const db = scratchPath();
let web: SmallWeb;
const crawlIt = () => run(['crawl', `${web.origin}/`, '--db', db, '--allow-private', '--delay', '0']);

beforeAll(async () => {
  web = await startSmallWeb((path) => {
    if (path === '/') return linksTo('/wald/wms', '/roads/wms');
    if (path.startsWith('/wald/wms')) return wms({ title: 'Wälder in Hessen', abstract: '', layerTitle: 'Laubwald' });
    return path.startsWith('/roads/wms') ? wms({ title: 'Roads', abstract: '', layerTitle: 'Motorways' }) : null;
  });
  await crawlIt();
});
afterAll(() => web.close());

async function titlesAbout(topic: string): Promise<unknown[]> {
  const { stdout } = await run(['search', '--topic', topic, '--db', db, '--json']);
  const { items } = JSON.parse(stdout) as { items: { resource: { title: string } }[] };
  return items.map(({ resource }) => resource.title);
}

describe('search --topic', () => {
  it('finds in one language what is described in another', async () => {
    for (const word of ['forêt', 'land-cover:forest']) expect(await titlesAbout(word)).toEqual(['Wälder in Hessen']);
  });

  it('rejects an unknown topic', async () => {
    expect(await run(['search', '--topic', 'blancmange', '--db', db])).toMatchObject({ code: 2 });
  });
});

describe('topic', () => {
  it('corrects what a resource is about, also after the next crawl', async () => {
    const id = `${web.origin}/roads/wms`;
    const { stdout } = await run(['topic', id, '--add', 'inspire:lu', '--remove', 'inspire:tn', '--db', db]);
    expect(stdout).toContain('corrected: not about inspire:tn');
    await crawlIt();
    expect(await titlesAbout('inspire:lu')).toEqual(['Roads']);
    expect(await titlesAbout('inspire:tn')).toEqual([]);
    await run(['topic', id, '--forget', 'inspire:tn', '--db', db]);
    expect(await titlesAbout('inspire:tn')).toEqual(['Roads']);
  });

  it('changes nothing if one of the topics is unknown', async () => {
    const id = `${web.origin}/wald/wms`;
    expect(await run(['topic', id, '--add', 'inspire:ad,nonsense', '--db', db])).toMatchObject({ code: 2 });
    expect(await titlesAbout('inspire:ad')).toEqual([]);
    expect(await run(['topic', id, '--layer', 'none', '--add', 'inspire:ad', '--db', db])).toMatchObject({ code: 2 });
  });
});

describe('show and export', () => {
  it('contain topics', async () => {
    const shown = await run(['show', `${web.origin}/wald/wms`, '--db', db]);
    expect(shown.stdout).toMatch(/topics +.*concept: forest \d+ %/);
    const exported = await run(['export', '-f', 'ndjson', '--db', db]);
    const records = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const record of records) expect(record.topics[0]).toMatchObject({ confidence: expect.any(Number) });
  });
});

describe('classify', () => {
  it('explains a record, a URL and a file', async () => {
    for (const target of [`${web.origin}/wald/wms`]) {
      const { stdout } = await run(['classify', target, '--db', db, '--allow-private', '--json']);
      const { topics, languages } = JSON.parse(stdout);
      expect(topics).toContainEqual(
        expect.objectContaining({ id: 'concept:forest', words: expect.arrayContaining(['walder']) }),
      );
      expect(languages).toEqual(['de']);
    }
    const file = `${db}.txt`;
    writeFileSync(file, 'Rivers of the north, without lakes\n');
    const { stdout } = await run(['classify', file]);
    expect(stdout).toMatch(/concept:river +river +rivers/);
    expect(stdout).toContain('explicitly not about: lakes');
    expect(await run(['classify', 'abcdef12', '--db', db])).toMatchObject({ code: expect.not.stringMatching('0') });
  });
});

describe('classify --all', () => {
  it('reclassifies records of an earlier version, and keeps corrections', async () => {
    const store = openSqlite(db);
    store.database.exec("UPDATE resource_topic SET version = '0', topics = NULL");
    await store.close();
    const all = async () => JSON.parse((await run(['classify', '--all', '--db', db, '--json'])).stdout);
    expect(await all()).toEqual({ read: 2, upToDate: 0 });
    expect(await all()).toEqual({ read: 0, upToDate: 2 });
    expect(await titlesAbout('forest')).toEqual(['Wälder in Hessen']);
    expect(await titlesAbout('inspire:lu')).toEqual(['Roads']);
  });

  it('requires either a target or --all', async () => {
    for (const target of [[], ['x', '--all']]) expect(await run(['classify', ...target])).toMatchObject({ code: 2 });
  });
});

describe('train', () => {
  it('learns categories from a table or a folder, and classify uses them', async () => {
    const table = `${db}.csv`;
    const kinds = { water: 'river lake flood stream pond', traffic: 'road rail bus motorway bridge' };
    const rows = Object.entries(kinds).flatMap(([category, words]) =>
      words.split(' ').flatMap((word) => [`${word} map,${category}`, `${word} data of the state,${category}`]),
    );
    writeFileSync(table, `title,category\n${rows.join('\n')}\n`);
    const model = `${db}.model.json`;
    expect((await run(['train', table, '-o', model])).stdout).toContain('20 examples of 2 categories');
    const file = `${db}.bridge.txt`;
    writeFileSync(file, 'the bridge and the motorway');
    const { stdout } = await run(['classify', file, '--model', model, '--json']);
    expect(JSON.parse(stdout).category).toMatchObject({ label: 'traffic' });

    const folder = `${db}-folder`;
    for (const [category, words] of Object.entries(kinds)) {
      mkdirSync(join(folder, category), { recursive: true });
      for (const word of words.split(' ')) writeFileSync(join(folder, category, `${word}.txt`), `${word} ${word}`);
    }
    expect((await run(['train', folder, '-o', model])).stdout).toContain('10 examples of 2 categories');
  });

  it('reports an invalid dataset or model', async () => {
    const table = `${db}.bad.csv`;
    writeFileSync(table, 'a,b\n1,2\n');
    expect(await run(['train', table])).toMatchObject({ code: 2, stderr: expect.stringContaining('--label') });
    expect(await run(['train', `${db}.nothing`])).toMatchObject({ code: 2 });
    expect(await run(['classify', table, '--model', table])).toMatchObject({ code: 2 });
  });
});
