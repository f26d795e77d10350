// The parts of OGC API on hand-made documents; edge cases 75 to 77.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { toWgs84 } from '../../base/geo/projection.ts';
import { identify } from '../../identify/identify.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Resource } from '../../model/resource.ts';
import { kinds } from '../index.ts';
import { ogcApiKinds } from './ogc-api-kinds.ts';

const [ogcApiFeatures, ogcApiRecords, ogcApiTiles, ogcApiProcesses] = ['features', 'records', 'tiles', 'processes'].map(
  (part) => ogcApiKinds.find(({ id }) => id === `ogc-api-${part}`)!,
) as [ResourceKind, ResourceKind, ResourceKind, ResourceKind];

const base = 'https://api.example.org/nature';
const spec = 'http://www.opengis.net/spec';

function fixture(name: string, url: string, part = 'features'): Document {
  return makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../fixtures/ogc-api-${part}/${name}`, import.meta.url)),
  });
}

function made(content: unknown, url: string, parts: readonly Document[] = []): Document {
  return makeDocument({ url, bytes: Buffer.from(JSON.stringify(content)), parts });
}

function found(document: Document) {
  return identify(document, kinds).map(({ identity }) => identity);
}

function suspicion(url: string, anchor = ''): number {
  const link: Link = { url, foundBy: 'link', anchor, window: '', nofollow: false };
  return Math.max(...[ogcApiFeatures, ogcApiRecords, ogcApiTiles].map((kind) => kind.suspect(link)));
}

describe('a document anywhere in an OGC API', () => {
  it.each([
    ['landing.json', base],
    ['landing.json', `${base}?f=json`],
    ['conformance.json', `${base}/conformance?f=application/json`],
    ['collections.json', `${base}/collections/?f=json`],
    ['collections.json', `${base}/collections.json`],
    ['collection.json', `${base}/collections/org.example:bogs?lang=en`],
    ['items.json', `${base}/collections/https%3A%2F%2Fid%2Fbogs/items?bbox=1,2,3,4&limit=1&f=json`],
  ])('belongs to the landing page: %s at %s', (name, url) => {
    expect(found(fixture(name, url))[0]).toMatchObject({ kind: 'ogc-api-features', endpoint: base });
  });

  it('keeps the parameters a server needs', () => {
    const [identity] = found(fixture('collections.json', 'https://a.org/wfs3/collections?MAP=/x.qgs&f=json&key=1'));
    expect(identity?.endpoint).toBe('https://a.org/wfs3?MAP=/x.qgs&key=1');
  });

  it("trusts the final URL's host over the declared one, and reports both", () => {
    const document = fixture('collections.json', 'https://front.example.net/p/collections');
    const [discovery] = identify(document, kinds);
    expect(discovery?.identity.endpoint).toBe('https://front.example.net/p');
    expect(discovery?.description.claimedUrl).toBe(base);
    expect(found(fixture('items.json', 'file:///tmp/items.json'))[0]?.endpoint).toBe(base);
  });
});

describe('a landing page (edge case 75)', () => {
  it('may be a draft, without conformance, or have full relation URIs', () => {
    expect(found(fixture('landing-draft.json', base))).toHaveLength(1);
    const rel = (name: string) => ({ rel: `http://www.opengis.net/def/rel/ogc/1.0/${name}`, href: name });
    expect(found(made({ links: [rel('conformance'), rel('data')] }, base))).toHaveLength(1);
    const bare = {
      links: [
        { rel: 'service-desc', href: 'api' },
        { rel: 'data', href: 'collections' },
      ],
    };
    expect(found(made(bare, `${base}/`))).toHaveLength(1);
  });

  it('may offer several parts, tiles alone among them', () => {
    expect(found(fixture('landing.json', base, 'tiles'))).toEqual([
      { kind: 'ogc-api-tiles', version: '1.0', endpoint: base },
    ]);
    const conformsTo = ['features', 'tiles', 'processes', 'styles'].map(
      (name) => `${spec}/ogcapi-${name}-1/1.0/conf/core`,
    );
    const links = [
      { rel: 'conformance', href: 'conformance' },
      { rel: 'data', href: 'collections' },
    ];
    expect(found(made({ links, conformsTo }, base)).map(({ kind }) => kind)).toEqual([
      'ogc-api-features',
      'ogc-api-tiles',
      'ogc-api-processes',
      'ogc-api-styles',
    ]);
  });

  it('gives each part its family', () => {
    const conformsTo = ['features', 'records'].map((name) => `${spec}/ogcapi-${name}-1/1.0/conf/core`);
    const document = made(
      {
        links: [
          { rel: 'conformance', href: 'c' },
          { rel: 'data', href: 'd' },
        ],
        conformsTo,
      },
      base,
    );
    expect(identify(document, kinds).map(({ family }) => family)).toEqual(['service', 'catalog']);
  });

  it('is not any other API, shop or list', () => {
    const others = [
      {
        links: [
          { rel: 'service-desc', href: 'api' },
          { rel: 'self', href: '.' },
        ],
      },
      { collections: [{ id: 1, title: 'Summer', handle: 'summer' }] },
      { collections: [] },
      { type: 'FeatureCollection', features: [], numberMatched: 3, numberReturned: 0 },
      {
        type: 'FeatureCollection',
        features: [],
        numberReturned: 0,
        links: [{ rel: 'next', href: '?SERVICE=WFS&REQUEST=GetFeature' }],
      },
      { id: 'x', links: [{ rel: 'self', href: '.' }] },
      { conformsTo: ['https://example.org/profile'] },
      [],
    ];
    for (const other of others)
      expect(found(made(other, `${base}/`)).filter(({ kind }) => kind.startsWith('ogc'))).toEqual([]);
  });
});

describe('the description', () => {
  it('describes collections: itemType missing means features (edge case 76)', () => {
    const document = fixture('collections.json', `${base}/collections`);
    const description = ogcApiFeatures.describe(document, found(document)[0]!);
    expect(description.layers.map(({ name }) => name)).toEqual(['bogs', 'org.example:springs', 'empty']);
    expect(description.layers[0]).toMatchObject({
      title: 'Bogs',
      abstract: 'Raised and blanket bogs.',
      keywords: ['peat', 'moor'],
      extent: [7, 50.5, 7.5, 51],
      crs: ['CRS:84', 'EPSG:25832'],
      time: '2010-01-01T00:00:00Z/..',
      queryable: true,
      metadataUrls: [`${base}/collections/bogs/schema`],
    });
    // In meters of EPSG:3035: converted to degrees or omitted, never used as it is.
    expect(description.layers[1]?.extent).toEqual(toWgs84([3500000, 2900000, 3600000, 3000000], 'EPSG:3035'));
    expect(description.layers[2]?.extent).toBeNull();
    expect(description.problems.map(({ code }) => code)).toContain('extent.invalid');
    expect(description.links.map(({ url }) => url)).toContain('https://files.example.org/bogs.gpkg');
  });

  it('reads the total of a page if declared', () => {
    const document = fixture('items.json', `${base}/collections/bogs/items`);
    const description = ogcApiFeatures.describe(document, found(document)[0]!);
    expect(description.layers).toMatchObject([{ name: 'bogs', featureCount: 117 }]);
  });

  it('links from records to their data, and to the next page', () => {
    const document = fixture('items.json', 'https://records.example.org/collections/metadata/items', 'records');
    const [identity] = found(document);
    expect(identity?.kind).toBe('ogc-api-records');
    const { links } = ogcApiRecords.describe(document, identity!);
    expect(links.map(({ url, foundBy }) => [foundBy, url])).toEqual([
      ['catalog', 'https://records.example.org/collections/metadata/items?offset=1'],
      ['catalog', 'https://maps.example.org/wms?SERVICE=WMS&REQUEST=GetCapabilities'],
    ]);
  });

  it('lists processes, styles and tilesets', () => {
    for (const [part, name, layer] of [
      ['processes', 'processes.json', 'buffer'],
      ['styles', 'styles.json', 'night'],
      ['tiles', 'tilesets.json', 'WebMercatorQuad'],
    ] as const) {
      const [discovery] = identify(fixture(name, `https://api.example.org/x/${part}`, part), kinds);
      expect(discovery?.identity).toMatchObject({ kind: `ogc-api-${part}`, endpoint: 'https://api.example.org/x' });
      expect(discovery?.description.layers.map((one) => one.name)).toEqual([layer]);
    }
  });
});

describe('further requests', () => {
  /** Follows `more` through these responses, as the cascade does. */
  function gather(
    first: Document,
    responses: Readonly<Record<string, Document>>,
  ): { requested: string[]; document: Document } {
    const requested: string[] = [];
    let document = first;
    for (;;) {
      const [identity] = found(document);
      const request = ogcApiFeatures.more!(document, identity!);
      if (request === null || requested.includes(request.url)) return { requested, document };
      requested.push(request.url);
      const part = responses[request.url];
      if (part !== undefined)
        document = makeDocument({ ...document, bytes: document.bytes, parts: [...document.parts, part] });
    }
  }

  it('fetch what a landing page lacks: classes and collections', () => {
    const responses = Object.fromEntries(
      ['conformance', 'collections'].map((name) => [
        `${base}/${name}?f=json`,
        fixture(`${name}.json`, `${base}/${name}?f=json`),
      ]),
    );
    const { requested, document } = gather(fixture('landing.json', base), responses);
    expect(requested).toEqual([`${base}/conformance?f=json`, `${base}/collections?f=json`]);
    const [discovery] = identify(document, kinds);
    expect(discovery?.identity.version).toBe('1.0');
    expect(discovery?.description).toMatchObject({
      title: 'Nature of Lower Nowhere',
      layerCount: 3,
      accessConstraints: 'Attribution',
    });
  });

  it("stay on the final URL's host, whatever the links (edge case 28)", () => {
    const { requested } = gather(fixture('landing.json', 'https://front.example.net/p'), {});
    expect(requested).toEqual(['https://front.example.net/p/conformance?f=json']);
  });

  it('fetch the landing page for a document below it, and nothing for a single file', () => {
    expect(gather(fixture('items.json', `${base}/collections/bogs/items`), {}).requested[0]).toBe(`${base}?f=json`);
    expect(gather(fixture('items.json', 'https://files.example.org/saved.json'), {}).requested).toEqual([]);
  });

  it('continue through a paged list', () => {
    const next = `${base}/collections?offset=1`;
    const page = (id: string, links: unknown[]) => ({
      collections: [{ id, links: [{ rel: 'items', href: 'i' }] }],
      links: [{ rel: 'self', href: `${base}/collections` }, ...links],
      numberMatched: 2,
    });
    const landing = made(
      {
        links: [
          { rel: 'conformance', href: 'c' },
          { rel: 'data', href: 'nature/collections' },
        ],
        conformsTo: [`${spec}/ogcapi-features-1/1.0/conf/core`],
      },
      base,
    );
    const { requested, document } = gather(landing, {
      [`${base}/collections`]: made(page('a', [{ rel: 'next', href: next }]), `${base}/collections`),
      [next]: made(page('b', []), next),
    });
    expect(requested).toEqual([`${base}/collections`, next]);
    expect(identify(document, kinds)[0]?.description.layers.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('suspect, probe and check', () => {
  it('suspects URLs of OGC APIs, not shops and manuals', () => {
    for (const url of [
      'http://wis2.example.org/oapi/collections/?f=json',
      'https://a.org/geoserver/ogc/features/v1/collections',
      'https://a.org/collections/bogs/items?f=json',
      'https://a.org/api/search/v1',
      'https://demo.pygeoapi.io/pygeoapi',
    ])
      expect([url, suspicion(url)]).toEqual([url, expect.toSatisfy((score: number) => score >= 0.5)]);
    for (const url of [
      'https://shop.example.com/collections/summer',
      'https://museum.example.org/collections/',
      'https://docs.example.org/docs/ogcapi/index.html',
      'https://a.org/',
    ])
      expect([url, suspicion(url) < 0.5]).toEqual([url, true]);
    expect(suspicion('https://a.org/x', 'OGC API Features')).toBeGreaterThanOrEqual(0.5);
  });

  it('probes the landing page for any URL below it, with and without f=json', () => {
    const urls = ogcApiFeatures.probe(`${base}/collections/bogs/items?limit=5`).map(({ url }) => url);
    expect(urls).toEqual([`${base}?f=json`, base, `${base}/collections?f=json`]);
  });

  it('checks one item, never more', () => {
    const layers = [{ name: 'a b', queryable: true }];
    const resource = { kind: 'ogc-api-features', endpoint: `${base}?key=1`, layers } as unknown as Resource;
    expect(ogcApiFeatures.check!(resource)[0]?.url).toBe(`${base}/collections/a%20b/items?key=1&limit=1&f=json`);
    expect(ogcApiProcesses.check!({ ...resource, kind: 'ogc-api-processes' })[0]?.url).toBe(`${base}?key=1&f=json`);
  });
});
