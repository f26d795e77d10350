// Place names as users type them, and valid boxes.
import { describe, expect, it } from 'vitest';
import { findPlaces } from './gazetteer.ts';

describe('findPlaces', () => {
  it.each([
    ['forest switzerland', ['CH']],
    ['wald schweiz', ['CH']],
    ['foret suisse', ['CH']],
    ['rios de espana', ['ES']],
    ['south africa roads', ['ZA']],
    ['baltic sea ice', ['baltic-sea']],
    ['ostsee', ['baltic-sea']],
    ['日本', ['JP']],
    ['россия', ['RU']],
    ['baden wurttemberg', ['baden-wurttemberg']],
    ['land cover', []],
    ['chad', []],
  ])('reads %j', (text, ids) => {
    expect(findPlaces(text.split(' ')).map(({ id }) => id)).toEqual(ids);
  });

  it('returns which words name the place', () => {
    expect(findPlaces(['geology', 'north', 'sea', 'wells'])).toMatchObject([{ start: 1, end: 3 }]);
  });

  it('gives every place a valid box', () => {
    for (const name of ['germany', 'fiji', 'russia', 'pacific', 'oceania', 'arctic', 'united kingdom']) {
      const [place] = findPlaces(name.split(' '));
      const [west, south, east, north] = place!.extent;
      for (const degrees of [west, east]) expect(Math.abs(degrees)).toBeLessThanOrEqual(180);
      expect(south).toBeLessThan(north);
      expect(west < east || west - east > 90, name).toBe(true);
    }
  });
});
