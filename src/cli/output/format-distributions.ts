// Formats the distributions of a dataset for the terminal.
import type { Distribution, ItemRef } from '../../model/duplicates.ts';
import { plain } from './terminal.ts';

const maxShown = 6;

/** 'also as WFS 1a2b3c4d, WMTS 5e6f7a8b'; '' without duplicates. */
export function alsoAs(distributions: readonly Distribution[], own: ItemRef): string {
  const others = otherDistributions(distributions, own);
  if (others.length === 0) return '';
  const shown = others.slice(0, maxShown).map(({ kind, id }) => `${kind.toUpperCase()} ${id.slice(0, 8)}`);
  const more = others.length > maxShown ? ` and ${others.length - maxShown} more` : '';
  return `also as ${shown.join(', ')}${more}`;
}

/** All but this one. A record that is one dataset is the same as its only layer. */
export function otherDistributions(distributions: readonly Distribution[], own: ItemRef): readonly Distribution[] {
  return distributions.filter(
    ({ id, layer }) => id !== own.id || (layer !== null && own.layer !== null && layer !== own.layer),
  );
}

/** In the `id#layer` form that commands accept. */
export function describeDistribution({ kind, id, name, endpoint }: Distribution): string {
  return `${kind.toUpperCase()} ${id.slice(0, 8)}${name === null ? '' : `#${plain(name, 60)}`}  ${plain(endpoint)}`;
}
