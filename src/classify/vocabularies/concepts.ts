// The concept lexicon: every geospatial concept we know by name, with its terms in twelve languages.
import { earthConcepts } from './concepts/earth.ts';
import { economyConcepts } from './concepts/economy.ts';
import { environmentConcepts } from './concepts/environment.ts';
import { landConcepts } from './concepts/land.ts';
import { mapsConcepts } from './concepts/maps.ts';
import { natureConcepts } from './concepts/nature.ts';
import { oceanConcepts } from './concepts/ocean.ts';
import { planningConcepts } from './concepts/planning.ts';
import { societyConcepts } from './concepts/society.ts';
import { transportConcepts } from './concepts/transport.ts';
import { waterConcepts } from './concepts/water.ts';
import { weatherConcepts } from './concepts/weather.ts';
import { readConcepts } from './read-concepts.ts';

export const concepts = readConcepts([
  waterConcepts,
  oceanConcepts,
  landConcepts,
  natureConcepts,
  earthConcepts,
  mapsConcepts,
  transportConcepts,
  societyConcepts,
  planningConcepts,
  economyConcepts,
  weatherConcepts,
  environmentConcepts,
]);
