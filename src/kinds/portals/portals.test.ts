// Portals by their APIs and front pages; edge case 85.
import { describe, expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument, withParts } from '../../../test/kind-fixture.ts';
import { geonetworkUi } from '../viewers/geonetwork-ui.ts';
import { ckan } from './ckan.ts';
import { geonetwork } from './geonetwork.ts';
import { geonode } from './geonode.ts';
import { opendatasoft } from './opendatasoft.ts';
import { socrata } from './socrata.ts';
import { udata } from './udata.ts';

const ckanPage = (root: string) =>
  `<!DOCTYPE html><html><head><title>Welcome - Data of Nowhere</title><meta name="generator" content="ckan 2.10.1"></head><body data-site-root="${root}" data-locale-root="${root}"></body></html>`;

describe('ckan', () => {
  const api = 'https://data.example.org/portal/api/3/action/';

  it('reads a search: free-text formats, HTML notes, private and deleted datasets (edge case 85)', () => {
    const { identity, description, links } = readKind(
      ckan,
      fixtureDocument('ckan', 'package-search.json', `${api}package_search?rows=100`),
    );
    expect(identity).toEqual({ kind: 'ckan', version: null, endpoint: 'https://data.example.org/portal/' });
    expect(description).toMatchObject({ layerCount: 240, extent: [5, 47, 9, 51], software: 'CKAN' });
    expect(description.layers.map(({ name, abstract, extent }) => [name, abstract, extent])).toEqual([
      ['trees', 'All street trees.', [8, 47, 9, 48]],
      ['inspire', '', [5, 50, 6, 51]],
    ]);
    expect(links).toEqual([
      'https://maps.example.org/trees?',
      'https://data.example.org/trees.zip',
      `${api}package_search?rows=100&start=3`,
    ]);
    expect(description.links[0]?.anchor).toBe('wms srvc Map Street trees');
  });

  it('separates later pages, searches and single datasets from the portal', () => {
    const later = fixtureDocument('ckan', 'package-search.json', `${api}package_search?rows=100&start=100`);
    expect(readKind(ckan, later).identity?.endpoint).toBe(`${api}package_search?rows=100&start=100`);
    const one = fixtureDocument('ckan', 'package-show.json', `${api}package_show?id=trees`);
    expect(readKind(ckan, one)).toMatchObject({
      identity: { endpoint: `${api}package_show?id=trees` },
      description: { title: 'Street trees', layerCount: 1 },
    });
  });

  it('identifies the front page and requests its datasets', () => {
    const page = textDocument(ckanPage('http://data.example.org/portal/'), 'https://data.example.org/portal/');
    const { identity, description } = readKind(ckan, page);
    expect(identity).toEqual({ kind: 'ckan', version: '2.10.1', endpoint: 'https://data.example.org/portal/' });
    expect(description).toMatchObject({ title: 'Welcome - Data of Nowhere', software: 'CKAN 2.10.1' });
    expect(ckan.more?.(page, identity!)?.url).toBe(`${api}package_search?rows=100`);
    const whole = withParts(page, fixtureDocument('ckan', 'package-search.json', `${api}package_search?rows=100`));
    expect(readKind(ckan, whole).description).toMatchObject({ title: 'Welcome - Data of Nowhere', layerCount: 240 });
    expect(ckan.more?.(whole, identity!)).toBeNull();
  });

  it('ignores inner pages, error responses and the DataStore', () => {
    expect(
      claims(ckan, textDocument(ckanPage('https://data.example.org/'), 'https://data.example.org/dataset/trees')),
    ).toBe(false);
    expect(
      claims(ckan, textDocument('{"success": false, "error": {"message": "Not found"}}', `${api}package_search`)),
    ).toBe(false);
    expect(
      claims(ckan, fixtureDocument('ckan', 'exception-datastore.json', `${api}datastore_search?resource_id=r`)),
    ).toBe(false);
    expect(claims(ckan, textDocument('{"success": true, "result": ["a", "b"]}', `${api}organization_list`))).toBe(
      false,
    );
  });
});

describe('socrata', () => {
  it('reads the discovery API and requests only its own portal', () => {
    const url =
      'https://data.city.example/api/catalog/v1?domains=data.city.example&search_context=data.city.example&limit=100';
    expect(socrata.probe('https://data.city.example/browse')[0]?.url).toBe(url);
    const { identity, description, links } = readKind(socrata, fixtureDocument('socrata', 'catalog.json', url));
    expect(identity?.endpoint).toBe('https://data.city.example/');
    expect(description.layerCount).toBe(2);
    expect(links).toEqual([
      'https://data.city.example/resource/abcd-1234.geojson?$limit=1',
      'https://data.city.example/d/abcd-1234',
      'https://data.city.example/d/wxyz-9876',
    ]);
    expect(claims(socrata, textDocument('{"results": [{"resource": {"id": "1"}}], "resultSetSize": 1}', url))).toBe(
      false,
    );
  });
});

describe('opendatasoft', () => {
  it('reads versions 1.0 and 2.1, and the next page', () => {
    const url = 'https://data.example.org/api/explore/v2.1/catalog/datasets?limit=100';
    const { identity, description, links } = readKind(opendatasoft, fixtureDocument('opendatasoft', 'v2.1.json', url));
    expect(identity).toEqual({ kind: 'opendatasoft', version: '2.1', endpoint: 'https://data.example.org/' });
    expect(description).toMatchObject({
      layerCount: 230,
      layers: [{ title: 'Bus stops', abstract: 'All stops.' }, { title: 'Budget' }],
    });
    expect(links).toEqual([
      'https://data.example.org/api/explore/v2.1/catalog/datasets/bus-stops/exports/geojson?limit=1',
      'https://data.example.org/api/explore/v2.1/catalog/datasets?limit=100&offset=2',
    ]);
    const old = fixtureDocument('opendatasoft', 'v1.json', 'https://data.example.org/api/datasets/1.0/search/?rows=10');
    expect(readKind(opendatasoft, old).identity?.version).toBe('1.0');
  });
});

describe('udata', () => {
  it('reads a page of datasets', () => {
    const { identity, description, links } = readKind(
      udata,
      fixtureDocument('udata', 'datasets.json', 'https://data.land.example/api/1/datasets/?page_size=100'),
    );
    expect(identity).toEqual({ kind: 'udata', version: '1', endpoint: 'https://data.land.example/' });
    expect(description).toMatchObject({ layerCount: 150, extent: [1, 45, 3, 46] });
    expect(links).toEqual([
      'https://files.land.example/schools.geojson',
      'https://data.land.example/api/1/datasets/?page=2&page_size=100',
    ]);
  });
});

describe('geonode', () => {
  it('reads both versions of its API and names its servers', () => {
    const { identity, description, links } = readKind(
      geonode,
      fixtureDocument('geonode', 'datasets.json', 'https://geo.example.org/api/v2/datasets?page_size=100'),
    );
    expect(identity).toEqual({ kind: 'geonode', version: '2', endpoint: 'https://geo.example.org/' });
    expect(description).toMatchObject({
      layerCount: 130,
      layers: [{ name: 'geonode:wells', extent: [8, 47, 9, 48], crs: ['EPSG:32632'] }],
    });
    expect(links).toContain('https://geo.example.org/geoserver/ows?service=WMS&request=GetCapabilities');
    expect(links).not.toContain('https://geo.example.org/thumb.png');
    const old = readKind(geonode, fixtureDocument('geonode', 'layers-v1.json', 'https://geo.example.org/api/layers/'));
    expect(old.description.extent).toEqual([8, 47, 9, 48]);
  });
});

describe('geonetwork', () => {
  const root = 'https://meta.example.org/geonetwork/';

  it('reads the site and a search, and links to its CSW', () => {
    const site = fixtureDocument('geonetwork', 'site.json', `${root}srv/api/site`);
    const { identity, description, links } = readKind(geonetwork, site);
    expect(identity).toEqual({ kind: 'geonetwork', version: '4.2.7', endpoint: root });
    expect(description).toMatchObject({ title: 'Catalog of Nowhere', software: 'GeoNetwork 4.2.7' });
    expect(links).toEqual([`${root}srv/eng/csw?SERVICE=CSW&REQUEST=GetCapabilities`]);
    const search = readKind(geonetwork, fixtureDocument('geonetwork', 'q.json', `${root}srv/eng/q?_content_type=json`));
    expect(search.description).toMatchObject({ layerCount: 57, extent: [4, 51, 6, 53] });
    expect(search.links[0]).toBe('https://maps.example.org/canals/wms');
  });

  it('recognizes its page by the application, not by a word in a title', () => {
    const application = '<html data-ng-app="gn_search_default"><head><title>Catalog</title></head></html>';
    expect(claims(geonetwork, textDocument(application, `${root}srv/eng/catalog.search`))).toBe(true);
    const project = '<html><head><title>GeoNetwork opensource</title></head></html>';
    expect(claims(geonetwork, textDocument(project, 'https://project.example.org/'))).toBe(false);
  });
});

describe('geonetwork-ui', () => {
  it('finds the catalog of the front end', () => {
    const page = fixtureDocument('geonetwork-ui', 'index.html', 'https://meta.example.org/datahub/');
    const { identity } = readKind(geonetworkUi, page);
    const request = geonetworkUi.more?.(page, identity!);
    expect(request?.url).toBe('https://meta.example.org/datahub/assets/configuration/default.toml');
    const whole = withParts(page, fixtureDocument('geonetwork-ui', 'default.toml', request!.url));
    expect(readKind(geonetworkUi, whole)).toMatchObject({
      description: { title: 'Datahub of Nowhere' },
      links: [
        'https://meta.example.org/geonetwork/srv/api/site',
        'https://meta.example.org/geonetwork/srv/eng/csw?SERVICE=CSW&REQUEST=GetCapabilities',
      ],
    });
  });
});
