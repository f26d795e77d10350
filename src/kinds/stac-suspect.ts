// How much a link looks like STAC, from its address and words alone.
import type { Link } from '../model/link.ts';
import { isTalk, splitAddress } from './address/api-address.ts';

/** A STAC API: `/stac`, `stac.` hosts, `/search` below them. */
export function suspectStacApi(link: Link): number {
  const { host, path } = splitAddress(link.url);
  if (isTalk(path, host) || /\.json$/.test(path)) return 0;
  if (/\/stac(?:-api|_api|-server)?(?:\/(?:v?\d[\w.]*|api|search|collections.*))*\/?$/.test(path)) return 0.9;
  if (/(?:^|[-.])stac(?:[-.]?api)?[-.]|^api[-.]stac[-.]/.test(host)) return path.length < 30 ? 0.8 : 0.4;
  if (/\/(?:[a-z]{0,12}stac)(?:[-_/]|$)/.test(path)) return 0.5;
  return /\bstac\b/i.test(link.anchor) ? 0.5 : /\bstac (?:api|catalog)/i.test(link.window) ? 0.3 : 0;
}

/** A file of a static catalog, by its usual name; other `.json` only where STAC is spoken of. */
export function suspectStacFile(link: Link, name: 'catalog' | 'collection' | 'item'): number {
  const { host, path } = splitAddress(link.url);
  if (!/\.json$/.test(path) || isTalk(path, host)) return 0;
  const isSpoken =
    /(?:^|[-./_])stac(?:[-./_]|$)/.test(`${host}${path}`) || /\bstac\b/i.test(`${link.anchor} ${link.window}`);
  if (name !== 'item' && new RegExp(`/${name}\\.json$`).test(path))
    return isSpoken ? 0.9 : name === 'catalog' ? 0.5 : 0.4;
  if (name === 'catalog') return isSpoken ? 0.6 : 0;
  return isSpoken ? 0.3 : 0;
}
