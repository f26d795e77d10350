// A registry of real portals: what addresses alone say of their software, against what is registered.
import { describe, expect, it } from 'vitest';
import { maxPlaces, platformAt, platformNamed } from '../../src/describe/platforms.ts';
import { readPortals } from '../../src/seeds/portal-registry.ts';
import { portalTable } from './corpus.ts';

const table = portalTable();
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .flatMap(([link = '', , software = '']) => (URL.canParse(link) ? [{ link, software }] : []));

describe.skipIf(table === '')('a registry of eight thousand portals', () => {
  it('is read completely, with at most four guesses per host', () => {
    const portals = readPortals(table);
    expect(portals?.seeds.length).toBeGreaterThan(8000);
    const perHost = new Map<string, number>();
    for (const url of portals?.guesses ?? []) perHost.set(new URL(url).host, (perHost.get(new URL(url).host) ?? 0) + 1);
    expect(perHost.size).toBeGreaterThan(3500);
    expect(Math.max(...perHost.values())).toBeLessThanOrEqual(maxPlaces);
  });

  it('has the correct software if the URL reveals it, else none', () => {
    const known = rows.flatMap(({ link, software }) => {
      const registered = platformNamed(software);
      return registered === null ? [] : [{ registered, told: platformAt(link) }];
    });
    const told = known.filter(({ told }) => told !== null);
    const right = told.filter(({ told, registered }) => told === registered);
    expect(right.length / told.length).toBeGreaterThan(0.99);
    expect(right.length / known.length).toBeGreaterThan(0.5);
  });

  it('rarely finds a known product where another is registered', () => {
    const others = rows.filter(({ software }) => platformNamed(software) === null);
    const told = others.filter(({ link }) => platformAt(link) !== null);
    expect(told.length / others.length).toBeLessThan(0.005);
  });
});
