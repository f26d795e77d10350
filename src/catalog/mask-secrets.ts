// Masks secrets in all URLs of a description, provenance or problem, for storage and display.
import { maskSecrets } from '../base/url/url.ts';
import type { Description, Layer, Provenance } from '../model/resource.ts';

/** Links kept on a record; the crawl follows all of them before. */
const linkLimit = 1000;

export function maskedDescription(description: Description): Description {
  const { provider, claimedUrl, license } = description;
  // Listed one by one: nothing else that a description carries is stored.
  return {
    title: description.title,
    abstract: description.abstract,
    keywords: description.keywords,
    provider: provider && { ...provider, url: provider.url && maskSecrets(provider.url) },
    fees: description.fees,
    accessConstraints: description.accessConstraints,
    license: license && { ...license, url: license.url && maskSecrets(license.url) },
    operations: description.operations,
    extent: description.extent,
    time: description.time,
    crs: description.crs,
    layers: description.layers.map(maskedLayer),
    layerCount: description.layerCount,
    formats: description.formats,
    software: description.software,
    claimedUrl: claimedUrl && maskSecrets(claimedUrl),
    links: description.links.slice(0, linkLimit).map((link) => ({
      url: maskSecrets(link.url),
      foundBy: link.foundBy,
      anchor: link.anchor,
      window: link.window,
      nofollow: link.nofollow,
    })),
    problems: description.problems,
    ...(description.fromRecords === undefined ? {} : { fromRecords: description.fromRecords }),
  };
}

export function maskedProvenance(provenance: Provenance): Provenance {
  return {
    foundBy: provenance.foundBy,
    source: provenance.source && maskSecrets(provenance.source),
    anchor: provenance.anchor,
    depth: provenance.depth,
    chain: provenance.chain.map(maskSecrets),
    ...(provenance.record === undefined ? {} : { record: provenance.record }),
  };
}

function maskedLayer(layer: Layer): Layer {
  if (layer.metadataUrls.length === 0) return layer;
  return { ...layer, metadataUrls: layer.metadataUrls.map(maskSecrets) };
}
