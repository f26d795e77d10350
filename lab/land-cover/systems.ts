// The two classifiers of land cover: keywords as published in [JSWMS], and ours.

import { topicReader } from '../../src/classify/topic-reader.ts';
import { landCoverClasses } from '../../src/classify/vocabularies/land-cover-classes.ts';
import type { Description } from '../../src/model/resource.ts';

/** Confidence by class code; missing classes have 0. */
export type Classes = ReadonlyMap<string, number>;

/** Any of the 97 keywords anywhere in names, titles, abstracts and keywords of service and layers: yes or no. */
export function byKeywords({ title, abstract, keywords, layers }: Description): Classes {
  const layerTexts = layers.flatMap((layer) => [layer.name ?? '', layer.title, layer.abstract, ...layer.keywords]);
  const text = [title, abstract, ...keywords, ...layerTexts].join('\n').toLowerCase();
  const found = landCoverClasses.filter((one) => one.keywords.some((keyword) => text.includes(keyword)));
  return new Map(found.map(({ code }) => [code, 1]));
}

export function byTopics(description: Description): Classes {
  const { topics } = topicReader.read(description, { endpoint: '', provenance: null });
  const scheme = 'land-cover:';
  const own = topics.filter(({ id }) => id.startsWith(scheme));
  return new Map(own.map(({ id, confidence }) => [id.slice(scheme.length), confidence]));
}
