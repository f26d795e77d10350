// The layout of src/: which folder may import which, no cycles, folder sizes, and where the network and environment are used.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fileCycles,
  folderCycles,
  forbiddenImports,
  forbiddenServeImports,
  readImports,
  topFolderOf,
  unknownFolders,
} from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

/** Modules that open connections. Only fetch/ may use them: politeness and the address guard are enforced there. */
const networkModules = ['undici', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dns'];

const files = sourceFiles('src').filter((file) => !file.endsWith('.test.ts'));
const imports = readImports(files);

/** The import graph with one more import. */
function withImport(file: string, target: string) {
  expect(imports.has(file) && imports.has(target)).toBe(true);
  return new Map([...imports, [file, [...imports.get(file)!, target]]]);
}

describe('imports between folders', () => {
  it('follow the table', () => {
    expect(unknownFolders(imports)).toEqual([]);
    expect(forbiddenImports(imports)).toEqual([]);
    expect(forbiddenServeImports(imports)).toEqual([]);
  });

  it('have no cycles, neither between files nor between second-level folders', () => {
    expect(fileCycles(imports)).toEqual([]);
    expect(folderCycles(imports)).toEqual([]);
  });

  it('are rejected when one stage imports another', () => {
    const planted = withImport('src/extract/extract.ts', 'src/fetch/client.ts');
    expect(forbiddenImports(planted)).toEqual(['src/extract/extract.ts imports src/fetch/client.ts']);
  });

  it('are rejected between sibling folders of serve/, and from http/ to any of them', () => {
    const sibling = withImport('src/serve/stac/routes.ts', 'src/serve/records/items.ts');
    expect(forbiddenServeImports(sibling)).toEqual(['src/serve/stac/routes.ts imports src/serve/records/items.ts']);
    const upward = withImport('src/serve/http/server.ts', 'src/serve/auth/accounts.ts');
    expect(forbiddenServeImports(upward)).toEqual(['src/serve/http/server.ts imports src/serve/auth/accounts.ts']);
  });

  it('are rejected when two second-level folders import each other', () => {
    const planted = withImport('src/kinds/ogc/ows/ows-common.ts', 'src/kinds/ogc-api/ogc-api-describe.ts');
    expect(folderCycles(planted)).not.toEqual([]);
  });
});

describe('folder sizes', () => {
  it('leave at most four files in src/ itself', () => {
    expect(files.filter((file) => dirname(file) === 'src').length).toBeLessThanOrEqual(4);
  });

  it('stay at or below 40 source files', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });
});

it('opens connections in fetch/ alone', () => {
  const breaches = [...imports]
    .filter(([file]) => topFolderOf(file) !== 'fetch' && topFolderOf(file) !== 'serve')
    .filter(([, targets]) => targets.some((target) => networkModules.includes(target.replace('/promises', ''))))
    .map(([file]) => file);
  expect(breaches).toEqual([]);
});

it('parses URLs with readUrl, never after URL.canParse', () => {
  expect(files.filter((file) => /(?<!`)\bURL\.canParse\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('reads process.env in config.ts alone', () => {
  const readers = files.filter((file) => /(?<!\/\/.*)\bprocess\.env\b/.test(readFileSync(file, 'utf8')));
  expect(readers.filter((file) => file !== 'src/config.ts')).toEqual([]);
});
