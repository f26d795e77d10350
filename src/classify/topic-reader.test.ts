// Topics of made-up services: by place, without what came with the software, layers first.
import { describe, expect, it } from 'vitest';
import { makeDescription, makeLayer } from '../../test/conformance/made-records.ts';
import { fingerprint } from '../base/text/fingerprint.ts';
import type { Description } from '../model/resource.ts';
import type { TopicContext } from '../model/topic-reader.ts';
import { themeModel } from './theme-model-data.ts';
import { topicReader } from './topic-reader.ts';
import { concepts } from './vocabularies/concepts.ts';
import { geossAreas } from './vocabularies/geoss-areas.ts';
import { inspireThemes } from './vocabularies/inspire-themes.ts';
import { landCoverClasses } from './vocabularies/land-cover-classes.ts';
import { topicCategories } from './vocabularies/topic-categories.ts';

const nowhere: TopicContext = { endpoint: 'https://geo.example/wms', provenance: null };

function confidenceIn(given: Partial<Description>, id: string, context = nowhere): number {
  const { topics } = topicReader.read(makeDescription(given), context);
  return topics.find((topic) => topic.id === id)?.confidence ?? 0;
}

describe('topicReader', () => {
  it('has another version whenever its vocabularies or its model change, so that records are read again', () => {
    const known = [concepts, landCoverClasses, inspireThemes, topicCategories, geossAreas, themeModel];
    // Changed one of them? Then raise the version, and write down what this gives now.
    expect([topicReader.version, fingerprint(JSON.stringify(known))]).toEqual(['2', 5530716929656895]);
  });

  it('gives topics of every vocabulary with the words that decided', () => {
    const { topics } = topicReader.read(makeDescription({ title: 'Rivers and lakes of Bavaria' }), nowhere);
    const byId = new Map(topics.map((topic) => [topic.id, topic]));
    for (const id of [
      'inspire:hy',
      'iso:inlandWaters',
      'geoss:water',
      'land-cover:water',
      'concept:river',
      'concept:lake',
    ])
      expect([id, byId.get(id)?.confidence ?? 0]).toEqual([id, expect.closeTo(0.9, 0)]);
    expect(byId.get('concept:river')?.words).toEqual(['rivers']);
  });

  it('trusts a title more than an abstract, and an abstract more than the page it was found on', () => {
    const found = { ...nowhere, provenance: { source: 'https://p.example/forest', anchor: '' } };
    const title = confidenceIn({ title: 'Forests' }, 'concept:forest');
    const abstract = confidenceIn({ abstract: 'Where forests are.' }, 'concept:forest');
    const source = confidenceIn({}, 'concept:forest', found);
    expect(title).toBeGreaterThan(abstract);
    expect(abstract).toBeGreaterThan(source);
  });

  it('reads anchors and addresses, too', () => {
    const context = {
      endpoint: 'https://geo.example/soil-map/wms',
      provenance: { source: null, anchor: 'Soil types' },
    };
    expect(confidenceIn({}, 'concept:soil', context)).toBeGreaterThan(0.6);
  });

  it('gives layers their own topics, and the service what its layers have', () => {
    const layers = [makeLayer({ title: 'Wälder' }), makeLayer({ title: 'Straßen' })];
    const read = topicReader.read(makeDescription({ title: 'Karten', layers }), nowhere);
    expect(read.layers.map((topics) => topics.map(({ id }) => id).find((id) => id.startsWith('concept:')))).toEqual([
      'concept:forest',
      'concept:road',
    ]);
    for (const id of ['concept:forest', 'concept:road']) expect(read.topics.map((topic) => topic.id)).toContain(id);
    expect(read.languages[0]).toBe('de');
  });

  it('leaves out sample data and what came with the software', () => {
    const layers = [makeLayer({ name: 'topp:tasmania_roads', title: 'Tasmania roads', isDemo: true })];
    const abstract = 'This is the reference implementation of WMS, with forests and rivers.';
    expect(
      topicReader.read(makeDescription({ title: 'GeoServer Web Map Service', abstract, layers }), nowhere),
    ).toEqual({
      topics: [],
      layers: [[]],
      languages: [],
    });
  });

  it('believes publishers who name a category or theme', () => {
    const { topics } = topicReader.read(
      makeDescription({ keywords: ['geoscientificInformation', 'Natural risk zones'] }),
      nowhere,
    );
    const declared = topics.filter(({ confidence }) => confidence === 0.97).map(({ id }) => id);
    expect(declared).toEqual(expect.arrayContaining(['inspire:nz', 'iso:geoscientificInformation']));
  });

  it('sees no land cover in measurements of it', () => {
    const layers = [makeLayer({ title: 'Lakes' })];
    expect(confidenceIn({ layers, operations: ['GetMap'] }, 'land-cover:water')).toBeGreaterThan(0.5);
    expect(confidenceIn({ layers, operations: ['GetObservation'] }, 'land-cover:water')).toBe(0);
    expect(confidenceIn({ layers: [makeLayer({ title: 'Water temperature' })] }, 'land-cover:water')).toBeLessThan(0.5);
  });
});
