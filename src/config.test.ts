import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { environmentName, loadConfig, settingsWith } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const nowhere = { directory: folder, environment: {} };

describe('settings', () => {
  it('are the defaults where nobody says otherwise', () => {
    const { values, origins, file } = loadConfig(nowhere);
    expect(values['politeness.delayMs']).toBe(2000);
    expect(values['network.allowPrivate']).toBe(false);
    expect(origins['crawl.depth']).toBe('default');
    expect(file).toBeNull();
  });

  it('come from flag before environment before file before default', () => {
    const file = fileOf('order.yaml', 'crawl:\n  depth: 5\n  scope: web\n  concurrency: 7\n');
    const environment = { GEOTRAWL_CRAWL__DEPTH: '6', GEOTRAWL_CRAWL__SCOPE: 'host' };
    const { values, origins } = loadConfig({ file, environment, flags: { 'crawl.depth': '9' } });
    expect([values['crawl.depth'], values['crawl.scope'], values['crawl.concurrency']]).toEqual([9, 'host', 7]);
    expect([origins['crawl.depth'], origins['crawl.scope'], origins['crawl.concurrency']]).toEqual([
      'flag',
      'environment',
      'file',
    ]);
  });

  it('take paths relative to the file they stand in, others to the current folder', () => {
    const file = fileOf('kinds.yaml', 'kinds:\n  modules: [kinds/a.mjs, /b.mjs]\n');
    const modules = (sources: Parameters<typeof loadConfig>[0]) => loadConfig(sources).values['kinds.modules'];
    expect(modules({ file, directory: '/elsewhere', environment: {} })).toEqual([
      join(folder, 'kinds/a.mjs'),
      '/b.mjs',
    ]);
    const environment = { GEOTRAWL_KINDS__MODULES: 'a.mjs,b.mjs' };
    expect(modules({ file, directory: '/here', environment })).toEqual(['/here/a.mjs', '/here/b.mjs']);
    expect(modules({ file, directory: '/here', environment, flags: { 'kinds.modules': ['c.mjs'] } })).toEqual([
      '/here/c.mjs',
    ]);
  });

  it('are read from JSON and from dotted names too', () => {
    const file = fileOf('dotted.json', '{"crawl.maxPages": 10, "network": {"resolve": ["a=127.0.0.1"]}}');
    const { values } = loadConfig({ file, environment: {} });
    expect(values['crawl.maxPages']).toBe(10);
    expect(values['network.resolve']).toEqual(['a=127.0.0.1']);
  });

  it('take the proxy everybody knows', () => {
    expect(
      loadConfig({ ...nowhere, environment: { HTTP_PROXY: 'http://proxy.test:3128' } }).values['network.proxy'],
    ).toBe('http://proxy.test:3128');
  });

  it.each([
    [
      'an unknown name in a file',
      { file: () => fileOf('unknown.yaml', 'crawl:\n  deepth: 5\n') },
      'config.bad-value',
      'deepth',
    ],
    [
      'a value that does not fit',
      { file: () => fileOf('misfit.yaml', 'crawl:\n  depth: deep\n') },
      'config.bad-value',
      'non-negative integer',
    ],
    ['broken YAML', { file: () => fileOf('broken.yaml', 'crawl: [') }, 'config.unreadable', 'broken.yaml'],
    ['a file that is not there', { file: () => join(folder, 'absent.yaml') }, 'config.unreadable', 'absent.yaml'],
    ['an unknown variable', { environment: { GEOTRAWL_DEPTH: '2' } }, 'config.bad-value', 'GEOTRAWL_DEPTH'],
    ['a negative number', { environment: { GEOTRAWL_CRAWL__DEPTH: '-1' } }, 'config.bad-value', 'crawl.depth'],
  ])(
    'refuse %s, naming it',
    (_what, { file, environment }: { file?: () => string; environment?: object }, code, named) => {
      const sources = { ...nowhere, environment: { ...environment }, ...(file === undefined ? {} : { file: file() }) };
      expect(() => loadConfig(sources)).toThrow(
        expect.objectContaining({ code, message: expect.stringContaining(named) }),
      );
    },
  );

  it('given to the library are checked like the rest, and the environment is left alone', () => {
    expect(settingsWith({ 'crawl.depth': 1 })['crawl.depth']).toBe(1);
    expect(() => settingsWith({ 'crawl.depth': -1 })).toThrow(expect.objectContaining({ code: 'config.bad-value' }));
  });

  it('have one name in the environment each', () => {
    expect(environmentName('crawl.maxPages')).toBe('GEOTRAWL_CRAWL__MAX_PAGES');
    expect(environmentName('db')).toBe('GEOTRAWL_DB');
  });
});
