// Runs docs/write-a-connector.md against a local copy of the archive it describes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProgram, type ProgramContext } from './built-program.ts';
import { type CatalogServer, serveCatalog } from './harvest/synthetic-catalog.ts';
import { readPage, sections } from './markdown.ts';
import { stepsOf, take } from './page-steps.ts';

const page = sections(readPage('docs/write-a-connector.md'), 2);
const steps = ['A plugin connector', 'Scheduled harvests'].flatMap((name) => stepsOf(page.get(name)!));

/** Photograph 120 changed last, on March 20. */
const photos = Array.from({ length: 120 }, (_, index) => ({
  nr: String(index + 1).padStart(4, '0'),
  sheet: `A${(index % 12) + 1}`,
  flown: '2025-06-01',
  changed: index === 119 ? '2026-03-20T00:00:00Z' : '2026-01-01T00:00:00Z',
  box: [5 + index / 10, 45, 5.1 + index / 10, 45.1],
  tif: `/photos/${index + 1}.tif`,
}));

let server: CatalogServer;
let context: ProgramContext;
beforeAll(async () => {
  server = await serveCatalog(({ url }) => {
    if (url.pathname !== '/api/photos') return null;
    const changed = photos.filter((photo) => photo.changed >= (url.searchParams.get('changed') ?? ''));
    const from = Number(url.searchParams.get('from'));
    const text = JSON.stringify({ count: changed.length, photos: changed.slice(from, from + 50) });
    return { type: 'application/json', text };
  });
  context = openProgram({
    GEOTRAWL_NETWORK__RESOLVE: `photos.example=${new URL(server.url).host}`,
    GEOTRAWL_NETWORK__ALLOW_PRIVATE: 'true',
    GEOTRAWL_POLITENESS__DELAY_MS: '0',
  });
});
afterAll(async () => {
  context.clear();
  await server.close();
});

describe('a plugin connector', () => {
  it('has a module, a configuration and commands', () => expect(steps).toHaveLength(7));
  it.each(steps)('$name', (step) => take(step, context));

  it('is not due again right away', async () => {
    const { status, output } = await context.run('geotrawl harvest --due');
    expect([status, output]).toEqual([0, expect.stringContaining('Nothing is due. The next is aerial-photos, at ')]);
  });
});
