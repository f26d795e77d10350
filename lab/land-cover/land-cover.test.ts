// The experiment: its counts, and that our topics stay well above the keywords on the corpus.
import { describe, expect, it } from 'vitest';
import { emptyDescription, emptyLayer } from '../../src/describe/empty-description.ts';
import { corpusRows } from '../../test/corpus/corpus.ts';
import { runLandCover } from './experiment.ts';
import { labelByRule } from './label-rule.ts';
import { compare } from './measure.ts';
import { byKeywords, byTopics } from './systems.ts';

describe('comparing both', () => {
  const judged = (shown: 'yes' | 'no' | 'sample', keyword: number, topic: number) => ({
    file: 'x',
    shown: new Map([['water', shown]]),
    keywords: new Map([['water', keyword]]),
    topics: new Map([['water', topic]]),
  });

  it('compares at the recall of the keywords, and ignores sample data', () => {
    const documents = [judged('yes', 1, 0.9), judged('yes', 0, 0.6), judged('no', 1, 0.7), judged('sample', 1, 0)];
    expect(compare(documents, ['water'])).toMatchObject({
      shown: 2,
      keywords: { precision: 0.5, recall: 0.5 },
      ours: { precision: 0.667, recall: 1 },
      oursAtEqualRecall: { precision: 1, threshold: 0.9 },
    });
  });

  it('matches keywords anywhere, as published, while ours reads words', () => {
    const layers = [{ ...emptyLayer, name: 'a', title: 'Service areas' }];
    const description = { ...emptyDescription, title: 'Portal', layers };
    expect([...byKeywords(description).keys()]).toEqual(['impervious', 'snow']);
    expect(byTopics(description).size).toBe(0);
  });
});

describe('the rule', () => {
  const labels = (kind: string, ...names: string[]) => {
    const layers = names.map((name) => ({ ...emptyLayer, name, title: '' }));
    return Object.fromEntries(labelByRule(kind, { ...emptyDescription, layers }));
  };

  it('accepts a layer of the object, in names and in several languages', () => {
    expect(labels('wms', 'MajorRoads', 'Wälder')).toEqual({ impervious: 'yes', forest: 'yes' });
    expect(labels('wfs', "Cours d'eau")).toEqual({ water: 'yes' });
    expect(labels('wms', 'Service areas', 'Portal', 'Broadcast')).toEqual({});
  });

  it('ignores aspects, measurements and software samples', () => {
    expect(labels('wms', 'water_temperature', 'wind_stream')).toEqual({});
    expect(labels('sos', 'river')).toEqual({});
    expect(labels('wms', 'sf:roads')).toEqual({ impervious: 'sample' });
    expect(labels('wms', 'sf:roads', 'a:roads')).toEqual({ impervious: 'yes' });
  });
});

describe.runIf(corpusRows().length > 0)('on the corpus', () => {
  it('is labeled by the rule and checked manually, on at least 300 documents, and far more precise than keywords', () => {
    const { documents, byRule, byHand, check, unjudged } = runLandCover();
    expect(unjudged).toEqual([]);
    expect(documents).toBeGreaterThanOrEqual(300);
    expect(check.same / check.pairs).toBeGreaterThan(0.95);
    for (const { all, byClass } of [byRule, byHand]) {
      expect(all.keywords.precision).toBeLessThan(0.5);
      expect(all.oursAtEqualRecall?.precision).toBeGreaterThanOrEqual(0.9);
      // Classes with enough examples in the corpus, for which keywords are half right.
      for (const code of ['forest', 'water', 'impervious'])
        expect([code, (byClass[code]?.oursAtEqualRecall?.precision ?? 0) >= 0.85]).toEqual([code, true]);
    }
  });
});
