import { expect, it } from 'vitest';
import { composeQueries } from './compose-queries.ts';

it('combines every mandatory word with every topic, without duplicates', () => {
  expect(composeQueries(['forest', ' land  cover', 'wms rivers', ''], ['WMS', 'web map service'])).toEqual([
    'WMS forest',
    'web map service forest',
    'WMS land cover',
    'web map service land cover',
    'wms rivers',
    'web map service wms rivers',
  ]);
  expect(composeQueries(['forest'], [])).toEqual(['forest']);
});
