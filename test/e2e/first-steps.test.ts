// What a newcomer types first: help, version, a typo, the configuration, the doctor.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, root, run, scratchPath } from './command.ts';

const commands = ['crawl', 'probe', 'search', 'show', 'export', 'demo', 'explain-host', 'config', 'doctor'];

describe('geotrawl', () => {
  it('without arguments prints its help', async () => {
    const { code, stdout, stderr } = await run([]);
    expect(code).toBe(2);
    for (const command of commands) expect(stdout + stderr).toContain(`\n  ${command} `);
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    for (const flag of ['--version', '-V'])
      expect(await run([flag])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it.each(commands)('explains %s', async (command) => {
    const { code, stdout, stderr } = await run([command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: geotrawl ${command} `));
    expect(stdout).toContain('--db <file>');
    const needsExamples = !['demo', 'config', 'doctor'].includes(command);
    if (needsExamples) expect(stdout).toContain(`  $ geotrawl ${command} `);
  });

  it.each([
    [['serch'], /unknown command 'serch'.*Did you mean search\?/s],
    [['crawl', '--dept', '2'], /unknown option '--dept'.*Did you mean --depth\?/s],
    [['show'], /missing required argument 'id'/],
    [['search', '-o', 'xls'], /Allowed choices are table, json/],
    [['export', 'everything'], /too many arguments/],
  ])('suggests a fix for %j', async (parameters, words) => {
    const { code, stdout, stderr } = await run(parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});

describe('config', () => {
  const folder = () => {
    const path = scratchPath('folder');
    mkdirSync(path);
    return path;
  };

  it('shows where each value came from: flag over environment over file over default', async () => {
    const cwd = folder();
    writeFileSync(
      join(cwd, 'geotrawl.config.yaml'),
      'crawl:\n  depth: 5\n  scope: web\nnetwork.proxy: http://me:secret@p.example:1\n',
    );
    const env = { GEOTRAWL_CRAWL__DEPTH: '7' };
    const { code, stdout } = await run(['config', 'show', '--json', '--db', 'mine.db'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).not.toContain('secret');
    expect(jsonLines(stdout)[0]).toMatchObject({
      db: { value: 'mine.db', origin: 'flag' },
      'crawl.depth': { value: 7, origin: 'environment' },
      'crawl.scope': { value: 'web', origin: 'file' },
      'crawl.concurrency': { value: 32, origin: 'default' },
    });
  });

  it('creates a valid file, and does not overwrite it', async () => {
    const cwd = folder();
    expect(await run(['config', 'init'], { cwd })).toMatchObject({ code: 0, stdout: 'Wrote geotrawl.config.yaml.\n' });
    expect((await run(['config', 'check'], { cwd })).stdout).toMatch(/geotrawl\.config\.yaml is valid/);
    const again = await run(['config', 'init'], { cwd });
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/Cannot write geotrawl\.config\.yaml/);
  });

  it.each([
    ['crawl:\n  dept: 5\n', /crawl\.dept in .* is not a setting\. Known: .*crawl\.depth/],
    ['crawl.depth: deep\n', /crawl\.depth from .* is "deep"; it must be a non-negative integer/],
    ['crawl: [\n', /not valid YAML or JSON/],
  ])('reports the error in %j, in every command', async (text, words) => {
    const config = scratchPath('bad.yaml');
    writeFileSync(config, text);
    for (const command of [
      ['config', 'check'],
      ['crawl', 'http://a.example/'],
      ['search', 'x'],
    ]) {
      const { code, stderr } = await run([...command, '--config', config]);
      expect(code).toBe(2);
      expect(stderr).toMatch(words);
    }
  });

  it('reports a missing file, and an unknown environment variable', async () => {
    const missing = await run(['config', 'check', '--config', '/no/such/file.yaml']);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/Cannot read the configuration \/no\/such\/file\.yaml/);
    const unknown = await run(['config', 'check'], { env: { GEOTRAWL_CRAWL_DEPTH: '2' } });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/GEOTRAWL_CRAWL_DEPTH in the environment is not a setting/);
  });
});

describe('doctor', () => {
  it('accepts a fresh folder and leaves no files', async () => {
    const db = join(scratchPath('new'), 'folder', 'catalog.db');
    const { code, stdout } = await run(['doctor', '--json', '--db', db]);
    expect(code).toBe(0);
    const discoveries = JSON.parse(stdout) as { name: string; ok: boolean }[];
    expect(discoveries.map(({ name }) => name)).toEqual([
      'node',
      'configuration',
      'database',
      'disk',
      'contact',
      'proxy',
      'browser',
    ]);
    expect(discoveries.every(({ ok }) => ok)).toBe(true);
    expect((await run(['search', 'x', '--db', db])).code).toBe(6);
  });

  it('reports problems of a database or a configuration', async () => {
    const text = scratchPath('notes.db');
    writeFileSync(text, 'no database '.repeat(100));
    for (const [flags, words] of [
      [['--db', text], /BAD {2}database .*not a database/],
      [['--db', `${text}/below.db`], /BAD {2}database /],
      [['--config', '/no/such/file'], /BAD {2}configuration .*no\/such\/file/],
    ] as const) {
      const { code, stdout } = await run(['doctor', ...flags]);
      expect(code).toBe(1);
      expect(stdout).toMatch(words);
    }
  });
});
