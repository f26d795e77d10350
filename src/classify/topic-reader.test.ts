// Topics of synthetic services: by field, without software defaults, layers first.
import { describe, expect, it } from 'vitest';
import { makeDescription, makeLayer } from '../../test/conformance/made-records.ts';
import { fingerprint } from '../base/text/fingerprint.ts';
import type { Description } from '../model/resource.ts';
import type { TopicContext } from '../model/topic-reader.ts';
import { themeModel } from './theme-model.ts';
import { topicReader } from './topic-reader.ts';
import { concepts } from './vocabularies/concepts.ts';
import { geossAreas, inspireThemes, topicCategories } from './vocabularies/controlled-vocabularies.ts';
import { landCoverClasses } from './vocabularies/land-cover-classes.ts';

const noContext: TopicContext = { endpoint: 'https://geo.example/wms', provenance: null };

function confidenceIn(given: Partial<Description>, id: string, context = noContext): number {
  const { topics } = topicReader.read(makeDescription(given), context);
  return topics.find((topic) => topic.id === id)?.confidence ?? 0;
}

describe('topicReader', () => {
  it('changes its version with its vocabularies and model, so that records are read again', () => {
    const lexicon = [...concepts().values()].map((concept) => ({ ...concept, terms: [...concept.terms] }));
    const known = [lexicon, landCoverClasses, inspireThemes, topicCategories, geossAreas, themeModel()];
    // Changed one of them? Increment the version and update the fingerprint.
    expect([topicReader.version, fingerprint(JSON.stringify(known))]).toEqual(['2', 5156961000626095]);
  });

  it('gives topics of every vocabulary with the deciding words', () => {
    const { topics } = topicReader.read(makeDescription({ title: 'Rivers and lakes of Bavaria' }), noContext);
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

  it('weighs titles above abstracts, and abstracts above the source page', () => {
    const found = { ...noContext, provenance: { source: 'https://p.example/forest', anchor: '' } };
    const title = confidenceIn({ title: 'Forests' }, 'concept:forest');
    const abstract = confidenceIn({ abstract: 'Where forests are.' }, 'concept:forest');
    const source = confidenceIn({}, 'concept:forest', found);
    expect(title).toBeGreaterThan(abstract);
    expect(abstract).toBeGreaterThan(source);
  });

  it('also reads anchors and URLs', () => {
    const context = {
      endpoint: 'https://geo.example/soil-map/wms',
      provenance: { source: null, anchor: 'Soil types' },
    };
    expect(confidenceIn({}, 'concept:soil', context)).toBeGreaterThan(0.6);
  });

  it('gives layers their own topics, and the service those of its layers', () => {
    const layers = [makeLayer({ title: 'Wälder' }), makeLayer({ title: 'Straßen' })];
    const read = topicReader.read(makeDescription({ title: 'Karten', layers }), noContext);
    expect(read.layers.map((topics) => topics.map(({ id }) => id).find((id) => id.startsWith('concept:')))).toEqual([
      'concept:forest',
      'concept:road',
    ]);
    for (const id of ['concept:forest', 'concept:road']) expect(read.topics.map((topic) => topic.id)).toContain(id);
    expect(read.languages[0]).toBe('de');
  });

  it('ignores sample data and software defaults', () => {
    const layers = [makeLayer({ name: 'topp:tasmania_roads', title: 'Tasmania roads', isDemo: true })];
    const abstract = 'This is the reference implementation of WMS, with forests and rivers.';
    expect(
      topicReader.read(makeDescription({ title: 'GeoServer Web Map Service', abstract, layers }), noContext),
    ).toEqual({
      topics: [],
      layers: [[]],
      languages: [],
    });
  });

  it('accepts categories and themes declared by publishers', () => {
    const { topics } = topicReader.read(
      makeDescription({ keywords: ['geoscientificInformation', 'Natural risk zones'] }),
      noContext,
    );
    const declared = topics.filter(({ confidence }) => confidence === 0.97).map(({ id }) => id);
    expect(declared).toEqual(expect.arrayContaining(['inspire:nz', 'iso:geoscientificInformation']));
  });

  it('finds no land cover in measurements of it', () => {
    const layers = [makeLayer({ title: 'Lakes' })];
    expect(confidenceIn({ layers, operations: ['GetMap'] }, 'land-cover:water')).toBeGreaterThan(0.5);
    expect(confidenceIn({ layers, operations: ['GetObservation'] }, 'land-cover:water')).toBe(0);
    expect(confidenceIn({ layers: [makeLayer({ title: 'Water temperature' })] }, 'land-cover:water')).toBeLessThan(0.5);
  });
});
