// The twelve land-cover classes of [JSWMS] with the 97 keywords the paper matches, as published.
import type { VocabularyEntry } from './controlled-vocabularies.ts';

export interface LandCoverClass extends VocabularyEntry {
  readonly keywords: readonly string[];
}

export const landCoverClasses: readonly LandCoverClass[] = [
  cover('land-cover', 'land cover', 'land-cover', 'land cover, land use, landcover'),
  cover(
    'cropland',
    'cropland',
    'cropland',
    `cropland, wheat, corn, rice, greenhouse, pasture, paddy, cultivated, hay, agricultural land, olive, vineyard, saccharum, farmland`,
  ),
  cover('forest', 'forest', 'forest', 'forest, broadleaf, needleleaf, tree, woodland, evergreen'),
  cover(
    'grassland',
    'grassland',
    'grassland',
    'grassland, savannas, sedge, graminoid, hummock, grass, meadow, herb, tussock',
  ),
  cover('shrubland', 'shrubland', 'shrubland', 'shrubland, scrub, dwarf, bush, brush'),
  cover('wetland', 'wetland', 'wetland', 'wetland, marsh, bog, moor, intertidal, mangrove, mudflat, salina, beachland'),
  cover('water', 'water', 'inland-water', 'water, lake, reservoir, pond, river, ocean, sea, flood'),
  cover('tundra', 'tundra', 'tundra', 'tundra, lichens, moss, cryptogam, bryoids'),
  cover(
    'impervious',
    'impervious surface',
    'impervious-surface',
    `impervious area, urban, built-up, artificial surfaces, road, railway, airport, landfill, port, mining, settlement`,
  ),
  cover(
    'barren',
    'barren land',
    'bare-land',
    `barren land, nudation, salt, alkali, sand, gravel, rock, biological crust, barren, bare ground, open space,
    unconsolidated shore, rubble, bedrock, bare soil, gobi, desert, bareland`,
  ),
  cover('snow', 'snow and ice', 'snow', 'snow, ice, glacier, colluvium'),
  cover('vegetation', 'vegetation', 'vegetation', 'vegetation, herbaceous, plant, chenopod, forb'),
];

function cover(code: string, label: string, concept: string, keywords: string): LandCoverClass {
  return { code, label, concept, keywords: keywords.split(',').map((keyword) => keyword.trim()) };
}
