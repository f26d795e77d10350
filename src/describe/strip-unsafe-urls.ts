// Removes URLs from a description that would run code if shown as links (edge case 100).
import type { Description, Layer } from '../model/resource.ts';

export function stripUnsafeUrls(description: Description): Description {
  const { claimedUrl, provider, layers } = description;
  const isClaimHarmful = claimedUrl !== null && runsCode(claimedUrl);
  const isSiteHarmful = provider?.url != null && runsCode(provider.url);
  const areLayersHarmful = layers.some(hasCode);
  if (!isClaimHarmful && !isSiteHarmful && !areLayersHarmful) return description;
  return {
    ...description,
    claimedUrl: isClaimHarmful ? null : claimedUrl,
    provider: isSiteHarmful && provider !== null ? { ...provider, url: null } : provider,
    layers: areLayersHarmful ? layers.map(stripLayerUrls) : layers,
  };
}

function hasCode({ metadataUrls }: Layer): boolean {
  return metadataUrls.some(runsCode);
}

function stripLayerUrls(layer: Layer): Layer {
  return hasCode(layer) ? { ...layer, metadataUrls: layer.metadataUrls.filter((url) => !runsCode(url)) } : layer;
}

/** Browsers ignore blanks and control characters before and inside a scheme (URL Standard, 4.4). */
function runsCode(url: string): boolean {
  const scheme = url
    .slice(0, 100)
    .replace(/[\u0000-\u0020]/g, '')
    .slice(0, 11)
    .toLowerCase();
  return scheme.startsWith('javascript:') || scheme.startsWith('vbscript:') || scheme.startsWith('data:');
}
