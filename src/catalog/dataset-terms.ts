// The dataset count of a resource in its standard's terms: "3 feature types".

import type { Family } from '../model/resource.ts';
import { kindTerms } from './kind-terms.ts';

export interface Counted {
  readonly kind: string;
  readonly family: Family;
  readonly layerCount: number;
}

/** '' for a catalog or file that lists nothing. */
export function countDatasets({ kind, family, layerCount }: Counted): string {
  const word = shortWord(Object.hasOwn(kindTerms, kind) ? kindTerms[kind]! : 'layer');
  if (layerCount === 0) return family === 'service' ? `no ${pluralOf(word)}` : '';
  return `${layerCount} ${layerCount === 1 ? word : pluralOf(word)}`;
}

/** Some kinds hold one of several types: 'folder, overlay or network link' is too long for a count. */
function shortWord(dataset: string): string {
  return dataset.includes(' or ') ? 'dataset' : dataset;
}

/** 'WMS 1.3.0', or 'KML' without a version. */
export function kindLabel({ kind, version }: { readonly kind: string; readonly version: string | null }): string {
  return version === null ? kind.toUpperCase() : `${kind.toUpperCase()} ${version}`;
}

export function pluralOf(noun: string): string {
  if (noun.endsWith('child')) return `${noun}ren`;
  if (/(?:ss|x|ch|sh)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith('s') ? noun : `${noun}s`;
}
