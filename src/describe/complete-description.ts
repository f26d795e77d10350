// Derives from a kind's description: the meaning of its terms, its systems and times, and placeholders of the software.

import { spanOfTimes } from '../base/time/time-span.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Family, Layer } from '../model/resource.ts';
import { readLicense } from './license.ts';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from './placeholder.ts';
import { ProblemTally } from './problem-tally.ts';
import { isDemoLayer } from './sample-layers.ts';

const maxCrs = 100;

/** Values set by the kind are preserved. */
export function completeDescription(description: Description, family: Family): Description {
  const layers = flagDemo(description.layers);
  return {
    ...description,
    license: description.license ?? readLicense(description),
    time: description.time ?? spanOfTimes(layers.flatMap(({ time }) => time ?? [])),
    crs: description.crs.length > 0 ? description.crs : commonCrs(layers),
    layers,
    problems: [...description.problems, ...findPlaceholders({ ...description, layers }, family)],
  };
}

/** The same list if there are none: it may have 100,000 entries. */
function flagDemo(layers: readonly Layer[]): readonly Layer[] {
  const demo = new Set(layers.filter(isDemoLayer));
  return demo.size === 0 ? layers : layers.map((layer) => (demo.has(layer) ? { ...layer, isDemo: true } : layer));
}

/** Layers mostly share an inherited list: each list is counted once, with the number of its layers. */
function commonCrs(layers: readonly Layer[]): readonly string[] {
  const lists = new Map<readonly string[], number>();
  for (const { crs } of layers) if (crs.length > 0) lists.set(crs, (lists.get(crs) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [list, times] of lists) for (const crs of list) counts.set(crs, (counts.get(crs) ?? 0) + times);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxCrs)
    .map(([crs]) => crs);
}

function findPlaceholders(description: Description, family: Family): readonly Problem[] {
  const { title, abstract, provider, layers } = description;
  const problems = new ProblemTally();
  if (title !== '' && isPlaceholderTitle(title)) {
    problems.add('title.placeholder', 'The title is a placeholder.', title);
  }
  if (isPlaceholderAbstract(abstract)) {
    problems.add('abstract.placeholder', 'The abstract is the default of the software.', abstract);
  }
  if (provider !== null && isPlaceholderProvider(provider)) {
    const named = provider.organization ?? provider.person ?? '';
    problems.add('provider.placeholder', 'The contact is the default of the software.', named);
  }
  if (family === 'service') findLayerPlaceholders(layers, problems);
  if (isEmptyService(description, family)) {
    problems.add('service.empty', 'The service responds but offers nothing.');
  }
  return problems.list();
}

function findLayerPlaceholders(layers: readonly Layer[], problems: ProblemTally): void {
  for (const layer of layers) {
    if (layer.name === null) continue;
    if (layer.isDemo === true) problems.add('layer.demo', 'A layer is sample data of the software.', layer.name);
    else if (layer.title !== '' && isPlaceholderTitle(layer.title)) {
      problems.add('layer.placeholder', 'The title of a layer is a placeholder.', layer.title);
    }
  }
}

/**
 * A frame without content, as QGIS Server sends it without a project. If no layer is listed at all, the kind reports
 * it, if that is odd for it.
 */
function isEmptyService({ layers, layerCount }: Description, family: Family): boolean {
  if (family !== 'service' || layers.length === 0 || layerCount > layers.length) return false;
  return layers.every(({ name }) => name === null);
}
