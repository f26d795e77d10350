// An HTTP response of the demo web, and how it is made from a file of a site.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DemoResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Beside this file both in the sources and in the build, which copies the folder. */
const sitesFolder = fileURLToPath(new URL('./sites/', import.meta.url));

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.mp4': 'video/mp4',
};

export function textResponse(status: number, contentType: string, body: string): DemoResponse {
  return { status, headers: { 'content-type': contentType }, body: Buffer.from(body) };
}

export function redirect(status: 301 | 302, location: string): DemoResponse {
  return { status, headers: { location }, body: Buffer.alloc(0) };
}

/** The file behind a path: itself, the index of a folder, or a page without its extension. Null if there is none. */
export async function pageResponse(host: string, pathname: string): Promise<DemoResponse | null> {
  const path = decodeURIComponent(pathname).slice(1);
  // Folders with an underscore contain the sources of dynamic responses.
  if (path.split('/').some((segment) => segment.startsWith('_'))) return null;
  const names =
    path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.json`];
  for (const name of names) {
    const answer = await fileResponse(host, name);
    if (answer !== null) return answer;
  }
  return null;
}

/** A file of a site with the media type of its extension, or null if there is no such file. */
export async function fileResponse(host: string, name: string, contentType?: string): Promise<DemoResponse | null> {
  const type = contentType ?? contentTypes[extname(name)];
  const path = normalize(join(sitesFolder, host, name));
  if (type === undefined || !path.startsWith(join(sitesFolder, host))) return null;
  try {
    return { status: 200, headers: { 'content-type': type }, body: await readFile(path) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR';
}
