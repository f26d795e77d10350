// Bundles the browser code into dist/web/: scripts and styles under names with a hash, the base map, and names.json to find them.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = `${root}dist/web/`;
const entries = ['site.ts', 'search.ts', 'record.ts', 'map.ts', 'crawl.ts', 'style.css'];

export async function buildWeb() {
  mkdirSync(target, { recursive: true });
  const { metafile } = await build({
    entryPoints: entries.map((name) => `${root}web/${name}`),
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file' },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const names = {};
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint !== undefined && entries.includes(basename(entryPoint)))
      names[basename(entryPoint).replace(/\.ts$/, '.js')] = basename(file);
  // Natural Earth 1:50m, public domain.
  names['countries.json'] = copy(`${root}node_modules/world-atlas/countries-50m.json`, 'countries', 'json');
  names['icon.svg'] = copy(`${root}web/icon.svg`, 'icon', 'svg');
  writeFileSync(`${target}names.json`, JSON.stringify(names));
}

function copy(from, name, ending) {
  const bytes = readFileSync(from);
  const file = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.${ending}`;
  writeFileSync(`${target}${file}`, bytes);
  return file;
}
