// Mentions of concepts: inflections, compounds, mixed languages, acronyms and negations.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findConcepts } from './concept-finder.ts';

/** '+river' for what a text is about, '-river' for what it says it is not. */
function concepts(text: string, options = {}): string[] {
  const { mentions } = findConcepts(text, options);
  return [...new Set(mentions.map(({ concept, isNegated }) => (isNegated ? '-' : '+') + concept))].sort();
}

describe('findConcepts', () => {
  it.each([
    ['rivers', 'river'],
    ['Cities', 'settlement'],
    ['Waelder', 'forest'],
    ['Waldfunktionenkarte', 'forest'],
    ['Jahresniederschläge', 'precipitation'],
    ['land_cover_2018', 'land-cover'],
    ['LandCover2018', 'land-cover'],
    ['occupation des sols', 'land-cover'],
    ['лесов', 'forest'],
    ['rzek', 'river'],
  ])('finds %s in any inflection', (text, concept) => {
    expect(concepts(text)).toContain(`+${concept}`);
  });

  it('prefers the longest term', () => {
    expect(concepts('Water quality')).toEqual(['+water-quality']);
    expect(concepts('Solar energy, solar radiation')).toEqual(['+solar-energy', '+solar-radiation']);
  });

  it("doesn't match terms of another language", () => {
    expect(concepts('The map is in the portal of the state, it has no name')).not.toContain('+forest');
    expect(concepts('las vegas')).toEqual([]);
    expect(concepts('Supported services of the transport portal')).not.toContain('+harbor');
    expect(concepts('Foreign lands of the north')).not.toContain('+shrubland');
  });

  it('matches acronyms only in capitals, or in a name', () => {
    expect(concepts('DEM 10 m')).toEqual(['+terrain-model']);
    expect(concepts('two DEMs')).toEqual(['+terrain-model']);
    expect(concepts('Karte zu dem Haus')).not.toContain('+terrain-model');
    expect(concepts('ne_dem_10m', { isName: true })).toEqual(['+terrain-model']);
  });

  it('matches the longest term in unspaced scripts, and isolated single characters', () => {
    expect(concepts('北海道の土地利用図')).toEqual(['+land-use']);
    expect(concepts('湖')).toEqual(['+lake']);
  });

  it.each([
    ['No water', ['-inland-water']],
    ['Roads except motorways', ['+road', '-motorway']],
    ['All land without forests and lakes.', ['-forest', '-lake']],
    ['Karte der Straßen; Wälder sind nicht enthalten.', ['+road', '-forest']],
    ['Ríos, sin lagos', ['+river', '-lake']],
    ['森林を除く', ['-forest']],
    ['Not only rivers but lakes', ['+lake', '+river']],
    ['Lakes are not included. Rivers are.', ['+river', '-lake']],
  ])('detects negation: %s', (text, expected) => {
    expect(concepts(text)).toEqual([...expected].sort());
  });

  it('distinguishes an aspect from its subject', () => {
    const aspectsOf = (text: string) => findConcepts(text).mentions.map(({ isAspect }) => isAspect);
    expect(aspectsOf('Forest agency')).toEqual([true]);
    expect(aspectsOf('Forest')).toEqual([false]);
  });

  it('separates the languages of a mixed text', () => {
    const text = 'Straßen und Wege der Stadt / Roads and paths of the city / Rues et chemins de la ville';
    const { mentions, languages } = findConcepts(text);
    expect(
      [...languages]
        .filter(([, weight]) => weight > 1)
        .map(([language]) => language)
        .sort(),
    ).toEqual(['de', 'en', 'fr']);
    const roads = mentions.filter(({ concept }) => concept === 'road');
    expect([...new Set(roads.map(({ language }) => language))]).toEqual(['de', 'en', 'fr']);
  });

  it('never throws, and is linear on hostile text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void findConcepts(text)));
    for (const piece of ['not ', 'wald', 'land cover ', '森', '.,;', 'aä'])
      expect(findConcepts(piece.repeat(100_000)).mentions.length).toBeLessThan(30_000);
  });
});
