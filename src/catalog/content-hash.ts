// The content hash of a description: equal for equal content, independent of document order.
import { createHash } from 'node:crypto';
import { foldSpace } from '../base/text/text.ts';
import type { Extent } from '../model/extent.ts';
import type { Description, Layer } from '../model/resource.ts';

/**
 * Covers what a reader would notice: texts, layers, extents, provider, terms. Excludes what changes by itself (time
 * ranges, links, problems) and what a server upgrade changes (formats, CRS lists, software).
 */
export function contentHash(description: Description): string {
  const { title, abstract, keywords, provider } = description;
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify([
      foldSpace(title),
      foldSpace(abstract),
      canonicalList(keywords),
      provider && [provider.organization, provider.person, provider.email, provider.url],
      canonicalExtent(description.extent),
      description.layerCount,
      ...canonicalTerms(description),
    ]),
  );
  for (const layer of description.layers.map(canonicalLayer).sort()) hash.update(layer);
  return hash.digest('hex');
}

/** As written, because our interpretation may change. Nothing if absent, for compatibility with stored hashes. */
function canonicalTerms({ fees, accessConstraints }: Description): readonly string[] {
  return fees === null && accessConstraints === null ? [] : [foldSpace(fees ?? ''), foldSpace(accessConstraints ?? '')];
}

function canonicalLayer(layer: Layer): string {
  return JSON.stringify([
    layer.name,
    foldSpace(layer.title),
    foldSpace(layer.abstract),
    canonicalList(layer.keywords),
    canonicalExtent(layer.extent),
  ]);
}

function canonicalList(list: readonly string[]): readonly string[] {
  return [...new Set(list.map(foldSpace))].sort();
}

/** Servers recompute extents on every start: a millionth of a degree (0.1 m) is noise. */
function canonicalExtent(extent: Extent | null): readonly number[] | null {
  return extent?.map((degrees) => Math.round(degrees * 1e6) / 1e6) ?? null;
}
