// The ways to get a dataset as people read them.
import type { ItemRef, Way } from '../model/duplicates.ts';
import { plain } from './output/terminal.ts';

const shownWays = 6;

/** 'also as WFS 1a2b3c4d, WMTS 5e6f7a8b'; '' where there is no other way. */
export function alsoAs(ways: readonly Way[], own: ItemRef): string {
  const others = otherWays(ways, own);
  if (others.length === 0) return '';
  const shown = others.slice(0, shownWays).map(({ kind, id }) => `${kind.toUpperCase()} ${id.slice(0, 8)}`);
  const more = others.length > shownWays ? ` and ${others.length - shownWays} more` : '';
  return `also as ${shown.join(', ')}${more}`;
}

/** All but this one. A record that is one dataset is the same as its only layer. */
export function otherWays(ways: readonly Way[], own: ItemRef): readonly Way[] {
  return ways.filter(({ id, layer }) => id !== own.id || (layer !== null && own.layer !== null && layer !== own.layer));
}

/** The name a person can give back to the program: id, and the layer behind '#'. */
export function describeWay({ kind, id, name, endpoint }: Way): string {
  return `${kind.toUpperCase()} ${id.slice(0, 8)}${name === null ? '' : `#${plain(name, 60)}`}  ${plain(endpoint)}`;
}
