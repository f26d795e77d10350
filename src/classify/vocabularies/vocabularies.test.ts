// The vocabularies are consistent: complete, of the published sizes, no term with two unrelated meanings, every link valid.
import { describe, expect, it } from 'vitest';
import { concepts, readConcepts } from './concepts.ts';
import { geossAreas, inspireThemes, topicCategories } from './controlled-vocabularies.ts';
import { landCoverClasses } from './land-cover-classes.ts';
import { lexiconLanguages } from './languages.ts';
import { isTopicId, topicIds, topicLabel } from './topic-ids.ts';

describe('the concept lexicon', () => {
  const lexicon = concepts();

  it('has at least 200 concepts, each with terms in each of its languages', () => {
    expect(lexicon.size).toBeGreaterThanOrEqual(200);
    expect(lexiconLanguages.length).toBeGreaterThanOrEqual(8);
    const holes = [...lexicon.values()].flatMap(({ id, terms }) =>
      lexiconLanguages
        .filter((language) => !(terms.get(language) ?? []).some((term) => term !== ''))
        .map((l) => id + l),
    );
    expect(holes).toEqual([]);
    for (const { terms } of lexicon.values()) expect([...terms.keys()]).toEqual(lexiconLanguages);
  });

  it('has no term that names two concepts of one language, unless one is the parent of the other', () => {
    const claimed = new Map<string, string[]>();
    for (const { id, terms } of lexicon.values())
      for (const [language, list] of terms)
        for (const term of list) {
          const key = `${language} ${term.toLowerCase()}`;
          claimed.set(key, [...(claimed.get(key) ?? []), id]);
        }
    const isRelated = (one: string, other: string) =>
      lexicon.get(one)!.parent === other || lexicon.get(other)!.parent === one;
    const contradictions = [...claimed].filter(
      ([, ids]) => ids.length > 1 && !(ids.length === 2 && isRelated(ids[0]!, ids[1]!)),
    );
    expect(contradictions).toEqual([]);
  });

  it('lists no term twice for a concept', () => {
    for (const { id, terms } of lexicon.values())
      for (const [language, list] of terms)
        expect([id, language, new Set(list).size]).toEqual([id, language, list.length]);
  });

  it('links only to topics that exist', () => {
    const broken = [...lexicon.values()].flatMap(({ id, links }) =>
      links.filter((link) => !isTopicId(link)).map((link) => `${id} → ${link}`),
    );
    expect(broken).toEqual([]);
    for (const { parent } of lexicon.values()) if (parent !== null) expect(lexicon.has(parent)).toBe(true);
  });

  it('lets narrower concepts inherit the topics of their parent, vocabulary by vocabulary', () => {
    const [one, other] = readConcepts([
      '\n# water: hy cover:water\nen water\n\n# dam < water: us -cover\nen dam\n',
    ]).values();
    expect(one?.links).toEqual(['inspire:hy', 'land-cover:water']);
    expect(other).toMatchObject({ parent: 'water', links: ['inspire:us'] });
  });

  it('rejects duplicate concepts and unknown parents', () => {
    expect(() => readConcepts(['\n# a\nen a\n\n# a\nen b\n'])).toThrow('two concepts a');
    expect(() => readConcepts(['\n# a < b\nen a\n'])).toThrow('no concept b');
  });
});

describe('the controlled vocabularies', () => {
  it('have the published sizes', () => {
    expect(inspireThemes).toHaveLength(34);
    expect(topicCategories).toHaveLength(21);
    expect(geossAreas).toHaveLength(9);
    expect(landCoverClasses).toHaveLength(12);
    expect(landCoverClasses.flatMap(({ keywords }) => keywords)).toHaveLength(97);
  });

  it('have no code twice, and a label in every language', () => {
    expect(new Set(topicIds()).size).toBe(34 + 21 + 9 + 12 + concepts().size);
    for (const id of topicIds()) for (const language of lexiconLanguages) expect(topicLabel(id, language)).not.toBe('');
    expect(topicLabel('inspire:cp', 'de')).toBe('Flurstück');
  });

  it('are each reached from some concept', () => {
    const linked = new Set([...concepts().values()].flatMap(({ links }) => links));
    expect(topicIds().filter((id) => !id.startsWith('concept:') && !linked.has(id))).toEqual([]);
  });
});
