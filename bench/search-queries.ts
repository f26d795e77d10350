// Writes bench/search-queries.json: 500 seeded queries of every type. `npx tsx bench/search-queries.ts`
import { writeFileSync } from 'node:fs';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { madeQueries } from './made-queries.ts';

const lines = madeQueries(seededRandom(500))
  .map((one) => JSON.stringify(one))
  .join(',\n');
writeFileSync(new URL('search-queries.json', import.meta.url), `[\n${lines}\n]\n`);
