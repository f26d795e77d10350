// Differences between two versions of a description, and whether a loss is plausible. Pure.

import type { Extent } from '../../model/extent.ts';
import type { DescriptionChange, DescriptionVersion, VersionedDescription } from '../../model/monitoring.ts';
import type { Description } from '../../model/resource.ts';

const dayMs = 24 * 3_600_000;
/** Edge case 97: this share of the layers of the last 30 days, or fewer, is suspicious. */
const suspiciousShare = 0.8;
const meanOverMs = 30 * dayMs;
/** A millionth of a degree (0.1 m) is noise: servers recompute extents on every start. */
const sameDegrees = 1e-6;
/** Layers kept per version; the count covers the rest. */
const maxLayers = 5_000;

export function versionedDescription(description: Description, version: string | null): VersionedDescription {
  const { title, abstract, keywords, provider, fees, accessConstraints, extent, layerCount } = description;
  const layers = description.layers.slice(0, maxLayers).map((layer) => ({
    name: layer.name,
    title: layer.title,
    abstract: layer.abstract,
    extent: layer.extent,
  }));
  return { title, abstract, keywords, provider, fees, accessConstraints, extent, layerCount, version, layers };
}

export function describeChange(before: VersionedDescription, after: VersionedDescription): DescriptionChange {
  const [old, fresh] = [byName(before), byName(after)];
  const added = [...fresh.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !fresh.has(name));
  const renamed = pairRenamed(removed, added, old, fresh);
  const [from, to] = [new Set(renamed.map((pair) => pair.from)), new Set(renamed.map((pair) => pair.to))];
  const both = [...fresh.keys()].filter((name) => old.has(name));
  return {
    added: added.filter((name) => !to.has(name)),
    removed: removed.filter((name) => !from.has(name)),
    renamed,
    moved: both.filter((name) => !isSameExtent(old.get(name)!.extent, fresh.get(name)!.extent)),
    fields: changedFields(before, after, both, { old, fresh }),
  };
}

export function isNoChange({ added, removed, renamed, moved, fields }: DescriptionChange): boolean {
  return [added, removed, renamed, moved, fields].every((list) => list.length === 0);
}

type VersionedLayer = VersionedDescription['layers'][number];

/** Layers without a name are identified by title. */
function byName({ layers }: VersionedDescription): ReadonlyMap<string, VersionedLayer> {
  return new Map(layers.map((layer) => [layer.name ?? layer.title, layer]));
}

/** The same title and extent under another name, if unique. */
function pairRenamed(
  removed: readonly string[],
  added: readonly string[],
  old: ReadonlyMap<string, VersionedLayer>,
  fresh: ReadonlyMap<string, VersionedLayer>,
): DescriptionChange['renamed'] {
  const signs = (names: readonly string[], layers: ReadonlyMap<string, VersionedLayer>) => {
    const found = new Map<string, string | null>();
    for (const name of names) {
      const { title, extent } = layers.get(name)!;
      const sign = JSON.stringify([title, extent?.map((degrees) => Math.round(degrees * 1e6))]);
      found.set(sign, title === '' || found.has(sign) ? null : name);
    }
    return found;
  };
  const after = signs(added, fresh);
  return [...signs(removed, old)].flatMap(([sign, from]) => {
    const to = after.get(sign);
    return from === null || to == null ? [] : [{ from, to }];
  });
}

function changedFields(
  before: VersionedDescription,
  after: VersionedDescription,
  both: readonly string[],
  { old, fresh }: Readonly<Record<'old' | 'fresh', ReadonlyMap<string, VersionedLayer>>>,
): readonly string[] {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const isSorted = (list: readonly string[]) => [...list].sort();
  const candidates: readonly (readonly [string, boolean])[] = [
    ['title', before.title !== after.title],
    ['abstract', before.abstract !== after.abstract],
    ['keywords', differs(isSorted(before.keywords), isSorted(after.keywords))],
    ['provider', differs(before.provider, after.provider)],
    ['terms', before.fees !== after.fees || before.accessConstraints !== after.accessConstraints],
    ['extent', !isSameExtent(before.extent, after.extent)],
    ['version', before.version !== after.version],
    ['layer titles', both.some((name) => old.get(name)!.title !== fresh.get(name)!.title)],
    ['layer abstracts', both.some((name) => old.get(name)!.abstract !== fresh.get(name)!.abstract)],
  ];
  return candidates.filter(([, has]) => has).map(([name]) => name);
}

function isSameExtent(one: Extent | null, other: Extent | null): boolean {
  if (one === null || other === null) return one === other;
  return one.every((degrees, index) => Math.abs(degrees - other[index]!) <= sameDegrees);
}

/** So many layers disappeared at once that the server may have started incompletely: accepted when confirmed. */
export function isSuddenLoss(layerCount: number, versions: readonly DescriptionVersion[], nowMs: number): boolean {
  const recent = versions.filter(({ seenMs, isSuspicious }, index) => {
    // The last version before the window was in force when the window started.
    const isInForce =
      seenMs > nowMs - meanOverMs || index === versions.findIndex((one) => one.seenMs <= nowMs - meanOverMs);
    return isInForce && !isSuspicious;
  });
  if (recent.length === 0) return false;
  const mean = recent.reduce((sum, { description }) => sum + description.layerCount, 0) / recent.length;
  return mean >= 2 && layerCount <= suspiciousShare * mean;
}

/** 'two layers added (roads, lakes), one removed (towns)'. */
export function changeWords({ added, removed, renamed, moved, fields }: DescriptionChange): string {
  const list = (names: readonly string[]) => {
    const shown = names.slice(0, 5).map((name) => `"${name}"`);
    return names.length > shown.length
      ? `${shown.join(', ')} and ${names.length - shown.length} more`
      : shown.join(', ');
  };
  const parts = [
    added.length > 0 ? `added ${list(added)}` : '',
    removed.length > 0 ? `removed ${list(removed)}` : '',
    renamed.length > 0 ? `renamed ${list(renamed.map(({ from, to }) => `${from} → ${to}`))}` : '',
    moved.length > 0 ? `another extent for ${list(moved)}` : '',
    fields.length > 0 ? `changed ${fields.join(', ')}` : '',
  ];
  return parts.filter((text) => text !== '').join('; ');
}
