// The name of a file: from its URL, or as suggested by the server.
import type { Document } from '../../model/document.ts';
import { percentDecoded } from './read-url.ts';
import { readUrl } from './url.ts';

/** 'rivers_2020.zip'; '' if the URL has no name. */
export function fileName(document: Document): string {
  const given = document.headers['content-disposition'] ?? '';
  const extended = /filename\*\s{0,4}=\s{0,4}[\w-]{0,20}'[\w-]{0,20}'([^;\s]{1,300})/i.exec(given)?.[1];
  const plain = /filename\s{0,4}=\s{0,4}(?:"([^"]{1,300})"|([^;\s]{1,300}))/i.exec(given);
  const saved = extended === undefined ? (plain?.[1] ?? plain?.[2]) : percentDecoded(extended);
  return baseName(saved ?? pathOf(document.finalUrl));
}

/** The name without its extensions, for a title: 'rivers_2020'. */
export function fileTitle(document: Document): string {
  return withoutExtension(fileName(document));
}

export function withoutExtension(name: string): string {
  return name.replace(/(?:\.[a-z][a-z0-9]{0,9}){1,2}$/i, '') || name;
}

/** Last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.replace(/\/+$/, '').lastIndexOf('/') + 1).replace(/\/+$/, '');
}

function pathOf(url: string): string {
  const path = readUrl(url)?.pathname;
  return path === undefined ? '' : percentDecoded(path);
}
