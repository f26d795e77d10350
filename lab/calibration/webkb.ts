// Reads WebKB (real pages and links of universities) from the corpus beside the repository.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const archive = fileURLToPath(new URL('../../../shared/corpus/webkb.tar.gz', import.meta.url));
const blockBytes = 512;

export interface WebkbPage {
  readonly id: number;
  readonly url: string;
  readonly className: string;
  readonly university: string;
  readonly html: Uint8Array;
}

export interface Webkb {
  readonly pages: readonly WebkbPage[];
  /** Links whose target is a page of the collection, by ids. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly anchor: string }[];
}

/** Null if the corpus is absent. */
export function readWebkb(): Webkb | null {
  if (!existsSync(archive)) return null;
  const files = readTar(gunzipSync(readFileSync(archive)));
  const rows = (name: string): string[][] =>
    new TextDecoder()
      .decode(files.get(name))
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
  const pages = rows('webkb/pages.tsv').map(([id, url = '', className = '', university = '', file = '']) => ({
    id: Number(id),
    url,
    className,
    university,
    html: files.get(`webkb/${file}`) ?? new Uint8Array(),
  }));
  const edges = rows('webkb/edges.tsv').map(([from, to, anchor = '']) => ({
    from: Number(from),
    to: Number(to),
    anchor,
  }));
  return { pages, edges };
}

/** Regular files of a tar archive by name (POSIX ustar; long names in GNU `L` entries). */
function readTar(bytes: Uint8Array): Map<string, Uint8Array> {
  const text = new TextDecoder('latin1');
  const field = (at: number, length: number): string =>
    text.decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, '');
  const files = new Map<string, Uint8Array>();
  let longName = '';
  for (let at = 0; at + blockBytes <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const type = field(at + 156, 1);
    const body = bytes.subarray(at + blockBytes, at + blockBytes + size);
    const prefix = field(at + 345, 155);
    const short = field(at, 100);
    if (type === 'L') longName = text.decode(body).replace(/\0.*$/s, '');
    else {
      if (type === '' || type === '0') files.set(longName || (prefix === '' ? short : `${prefix}/${short}`), body);
      longName = '';
    }
    at += blockBytes * (1 + Math.ceil(size / blockBytes));
  }
  return files;
}
