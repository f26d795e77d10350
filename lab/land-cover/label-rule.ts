// The rule that labels documents: the land-cover classes a service shows, by names and titles of its layers alone.
import { splitWords } from '../../src/classify/tokenizer.ts';
import type { Description, Layer } from '../../src/model/resource.ts';
import type { Shown } from './measure.ts';

/**
 * Objects of each class, in the languages of the corpus, written from the definition of the class and neither from its keywords nor
 * from the lexicon. Folded; a star matches any letters; several words must be adjacent.
 */
const things: Readonly<Record<string, string>> = {
  'land-cover':
    'land cover, landcover, corine, clc*, occupation du sol, occupation des sols, bodenbedeckung, usos de suelo',
  cropland:
    'crop, crops, cropland, croplands, farmland, vineyard*, orchard*, arable, feldblock*, acker*, parcelle agricole',
  forest:
    'forest, forests, foret*, forestiere*, wood, woods, woodland*, tree cover, tree canopy, treecanopy, wald, walder, bos, bosque*',
  grassland: 'grassland*, meadow*, savanna*, prairie*, *wiesen, *weiden',
  shrubland: 'shrub*, scrub, heath, heathland*, maquis',
  wetland: 'wetland*, marsh, marshes, saltmarsh*, bog, bogs, *moor, *moore, mangrove*, peat*, zones humides, mudflat*',
  water:
    'water, waters, waterbod*, lake*, pond*, river*, stream*, sea, seas, ocean, oceans, reservoir*, canal, canals, waterway*, ' +
    'hydrograph*, hydro, plan d eau, plans d eau, cours d eau, *gewasser, fluss*, lagoon*, coastal waters',
  tundra: 'tundra*, lichen*, moss, mosses',
  impervious:
    'road*, street*, highway*, motorway*, freeway*, route, routes, railway*, railroad*, rail, airport*, aeroport*, aerodrome*, ' +
    'heliport*, harbor*, harbour*, ports, parking*, urban, built up, settlement*, building*, batiment*, batie, strasse*, *strassen, ' +
    'gebaude*, siedlung*, eisenbahn*, transport network*, transportnetwork*',
  barren: 'barren, barrens, bare ground, bare soil, dune, dunes, desert*, rocks',
  snow: 'snow, ice, glacier*, iceberg*, icemap, icechart, gletscher*, schnee*',
  vegetation: 'vegetation, vegetationskart*, vegetations*, ndvi, herbaceous',
};

/** A layer with one of these is about an aspect of the object (temperature, operator, restrictions), not the object itself. */
const aspects =
  'temperature, temp, salinity, quality, level, levels, discharge, velocity, current, currents, wave, waves, anomaly, forecast, ' +
  'gauge, gauges, station, stations, sensor, sensors, height, pressure, chemistry, pollution, supply, wells, groundwater, ' +
  'authority, department, office, agency, police, program, programs, district, districts, mask, wind, drift, legend';

/** Ice on a sea isn't open water, and a river of ice isn't a river. */
const winsOver: Readonly<Record<string, readonly string[]>> = { snow: ['water'] };

/** Sample layers of GeoServer, deegree, MapServer and OpenLayers. */
const samples = 'sf, topp, tiger, tasmania, cite, spearfish, utah, nurc, dq';

/** Services for measurements, process results or records show no land cover. */
const showing = new Set(['wms', 'wfs', 'wcs', 'wmts']);

export function labelByRule(kind: string, { layers }: Description): ReadonlyMap<string, Shown> {
  const labels = new Map<string, Shown>();
  if (!showing.has(kind)) return labels;
  for (const layer of layers) {
    const isSample = hasAny(splitWords((layer.name ?? '').split(':')[0]!), samples) && (layer.name ?? '').includes(':');
    for (const code of classesOf(layer)) {
      if (labels.get(code) !== 'yes') labels.set(code, isSample ? 'sample' : 'yes');
    }
  }
  return labels;
}

function classesOf({ name, title }: Layer): string[] {
  const texts = [splitWords(name ?? ''), splitWords(title)];
  if (texts.some((words) => hasAny(words, aspects))) return [];
  const shown = Object.keys(things).filter((code) => texts.some((words) => hasAny(words, things[code]!)));
  const beaten = new Set(shown.flatMap((code) => winsOver[code] ?? []));
  return shown.filter((code) => !beaten.has(code));
}

const patterns = new Map<string, RegExp>();

function hasAny(words: readonly string[], list: string): boolean {
  let pattern = patterns.get(list);
  if (pattern === undefined) {
    pattern = new RegExp(` (?:${list.replaceAll('*', '[^ ]*').split(', ').join('|')}) `, 'u');
    patterns.set(list, pattern);
  }
  return pattern.test(` ${words.join(' ')} `);
}
