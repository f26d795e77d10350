import { describe, expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { maxPlaces, placesOf, platformAt, platformNamed, platforms } from '../describe/platforms.ts';
import { kinds } from '../kinds/index.ts';
import { platformLeads, platformOf } from './platform.ts';
import { suspicions } from './suspicions.ts';

function page(html: string, { url = 'https://a.example/home', headers = {} as Record<string, string> } = {}) {
  const all = { 'content-type': 'text/html', ...headers };
  return makeDocument({
    url,
    bytes: Buffer.from(`<!doctype html><html><head>${html}</head><body>x</body></html>`),
    headers: all,
  });
}

describe('a product is recognized', () => {
  it.each([
    ['ckan', page('<meta name="generator" content="ckan 2.9.5" />')],
    ['ckan', page('', { headers: { 'set-cookie': 'a=1; Path=/, ckan=0f; Path=/; HttpOnly' } })],
    ['geonetwork', page('', { headers: { 'set-cookie': 'XSRF-TOKEN=1; Path=/geonetwork' } })],
    ['geoserver', page('', { headers: { 'set-cookie': 'JSESSIONID=1; Path=/geoserver; HttpOnly' } })],
    ['geoserver', page('<title>GeoServer: Welcome</title>')],
    ['arcgis-server', page('', { headers: { 'set-cookie': 'AGS_ROLES="x"; Path=/arcgis' } })],
    ['erddap', page('', { headers: { 'erddap-server': '2.25' } })],
    ['socrata', page('', { headers: { 'x-socrata-region': 'aws-us-east-1' } })],
    ['thredds', page('', { url: 'https://a.example/thredds/about.html' })],
    ['ogc-api', page('<title>pygeoapi - Home</title>')],
  ])('%s', (id, document) => expect(platformOf(document)?.id).toBe(id));

  it.each([
    page('<title>GeoServer 2.27 is out, and what it means for you</title>'),
    page('<title>How to set up CKAN</title><meta name="generator" content="WordPress 6.4">'),
    page('', { url: 'https://a.example/blog/erddaptor', headers: { server: 'nginx' } }),
    page(`<meta ${'name='.repeat(2000)}`),
  ])('but not everywhere it is mentioned (%#)', (document) => expect(platformOf(document)).toBeNull());
});

describe('catalog URLs of a product', () => {
  it.each(platforms.map(({ id }) => id))(
    '%s: every place is one a kind would probe, and with the page at most five',
    (id) => {
      const platform = platforms.find((one) => one.id === id)!;
      const places = placesOf(platform, 'https://a.example/');
      expect(places.length).toBeGreaterThan(0);
      expect(places.length).toBeLessThanOrEqual(maxPlaces);
      for (const url of places) {
        const link = { url, foundBy: 'sibling', anchor: '', window: '', nofollow: false } as const;
        expect([url, (suspicions(link, kinds)[0]?.score ?? 0) >= 0.5]).toEqual([url, true]);
      }
    },
  );

  it('are below the application if the URL shows it', () => {
    const geonetwork = platformNamed('GeoNetwork')!;
    expect(placesOf(geonetwork, 'https://a.example/catalog/geonetwork/srv/fre/catalog.search#/home')[0]).toBe(
      'https://a.example/catalog/geonetwork/srv/api/site',
    );
    expect(placesOf(geonetwork, 'https://a.example/')[0]).toBe('https://a.example/geonetwork/srv/api/site');
    const arcgis = platformAt('https://gis.a.example/server/rest/services')!;
    expect(placesOf(arcgis, 'https://gis.a.example/server/rest/services/Roads')).toEqual([
      'https://gis.a.example/server/rest/services?f=json',
    ]);
  });

  it('become leads to kinds', () => {
    const document = page('', { headers: { 'set-cookie': 'JSESSIONID=1; Path=/geoserver' } });
    expect(platformLeads(document, kinds).map(({ kind }) => kind)).toEqual(['wms', 'wfs', 'wcs', 'wmts']);
    expect(platformLeads(page('<title>Hello</title>'), kinds)).toEqual([]);
  });
});
