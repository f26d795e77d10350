// Scripts, styles and the base map from the build: served from memory, compressed once.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HttpRequest } from '../../http/request.ts';
import { type HttpResponse, notFound } from '../../http/response.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly gzipped: Uint8Array;
}

export interface Assets {
  /** 'search.js' → 'search-K3X5.js': a changed file gets a new name, so it can be cached forever. */
  nameOf(name: string): string;
  read(file: string): Asset | null;
}

/** Next to the built program; when run from source, the last build is used. */
export function openAssets(): Assets {
  const folder = [new URL('../../../../web/', import.meta.url), new URL('../../../../dist/web/', import.meta.url)].find(
    (url) => existsSync(new URL('names.json', url)),
  );
  // Pages work without a build: no scripts, no styles.
  if (folder === undefined) return { nameOf: (name) => name, read: () => null };
  const files = new Set(readdirSync(folder));
  const known = new Map<string, Asset>();
  const names = JSON.parse(readFileSync(new URL('names.json', folder), 'utf8')) as Record<string, string>;
  return {
    nameOf: (name) => names[name] ?? name,
    read: (file) => {
      const type = types[extname(file)];
      if (!files.has(file) || type === undefined) return null;
      const bytes = known.get(file)?.bytes ?? readFileSync(new URL(file, folder));
      const asset = known.get(file) ?? { type, bytes, gzipped: gzipSync(bytes, { level: 9 }) };
      known.set(file, asset);
      return asset;
    },
  };
}

export function getAsset(request: HttpRequest, assets: Assets): HttpResponse {
  const asset = assets.read(request.parameters.file ?? '');
  if (asset === null) throw notFound('There is no such file.');
  const isGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return {
    status: 200,
    type: asset.type,
    body: isGzip ? asset.gzipped : asset.bytes,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    },
  };
}
