// Configurations of map viewers as catalogs of their services.
import { expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument } from '../../../test/kind-fixture.ts';
import { lizmap } from './lizmap.ts';
import { mapstore } from './mapstore.ts';
import { masterportal } from './masterportal.ts';
import { mviewer } from './mviewer.ts';
import { qwc2 } from './qwc2.ts';
import { terria } from './terria.ts';

const url = 'https://viewer.example.org/app/config.json';

it('reads themes of QWC2, folders included', () => {
  const { description, links } = readKind(qwc2, fixtureDocument('qwc2', 'themes.json', url));
  expect(description.layers.map(({ title }) => title)).toEqual(['Rivers', 'Lakes']);
  expect(description.layers[0]?.extent?.map(Math.round)).toEqual([8, 47, 9, 48]);
  expect(links).toEqual([
    'https://maps.example.org/ows/rivers?SERVICE=WMS&REQUEST=GetCapabilities',
    'https://viewer.example.org/ows/lakes?SERVICE=WMS&REQUEST=GetCapabilities',
    'https://maps.example.org/bg?SERVICE=WMS&REQUEST=GetCapabilities',
  ]);
});

it('reads the tree of a Terria catalog', () => {
  const { identity, description, links } = readKind(terria, fixtureDocument('terria', 'init.json', url));
  expect(identity?.version).toBe('7');
  expect(description.layers.map(({ name, parent }) => [name, parent])).toEqual([
    [null, null],
    ['dams', 0],
    ['Everything', 0],
    ['Portal', null],
  ]);
  expect(links).toEqual([
    'https://maps.example.org/dams?SERVICE=WMS&REQUEST=GetCapabilities',
    'https://maps.example.org/all?SERVICE=WMS&REQUEST=GetCapabilities',
    'https://data.example.org/',
  ]);
  expect(description.links[2]?.anchor).toBe('ckan-group Portal');
});

it('reads services and configuration of Masterportal', () => {
  const services = readKind(masterportal, fixtureDocument('masterportal', 'services.json', url));
  expect(services.description.layers.map(({ name }) => name)).toEqual(['trees', 'schools']);
  expect(services.links).toContain('https://meta.example.org/csw?SERVICE=CSW&REQUEST=GetCapabilities');
  expect(readKind(masterportal, fixtureDocument('masterportal', 'config.json', url)).description.title).toBe(
    'Atlas of Nowhere',
  );
});

it('reads mviewer, whose page names its configuration', () => {
  const { description, links } = readKind(
    mviewer,
    fixtureDocument('mviewer', 'config.xml', 'https://viewer.example.org/app/a.xml'),
  );
  expect(description).toMatchObject({ title: 'Map of the coast', layerCount: 2 });
  expect(links).toContain('https://viewer.example.org/app/data/birds.geojson');
  expect(mviewer.probe('https://v.org/mviewer/?config=apps/a.xml')[0]?.url).toBe('https://v.org/mviewer/apps/a.xml');
  expect(mviewer.probe('https://v.org/mviewer/?config=https://w.org/a.xml')[0]?.url).toBe(
    'https://v.org/mviewer/?config=https://w.org/a.xml',
  );
});

it('reads a map of MapStore and the catalogs it searches', () => {
  const { description, links } = readKind(mapstore, fixtureDocument('mapstore', 'map.json', url));
  expect(description).toMatchObject({ extent: [8, 44, 12, 46], layerCount: 2 });
  expect(links).toEqual([
    'https://maps.example.org/geoserver/wms?SERVICE=WMS&REQUEST=GetCapabilities',
    'https://meta.example.org/csw?SERVICE=CSW&REQUEST=GetCapabilities',
  ]);
});

it('reads a project of Lizmap and finds its service', () => {
  const address =
    'https://town.example.org/lizmap/index.php/lizmap/service/getProjectConfig?repository=town&project=quarters';
  const { description, links } = readKind(lizmap, fixtureDocument('lizmap', 'project.json', address));
  expect(description).toMatchObject({ title: 'quarters', extent: [3.5, 43.5, 4, 43.8], layerCount: 2 });
  expect(links).toContain(
    'https://town.example.org/lizmap/index.php/lizmap/service?repository=town&project=quarters&SERVICE=WMS&REQUEST=GetCapabilities',
  );
  expect(
    lizmap.probe('https://town.example.org/lizmap/index.php/view/map?repository=town&project=quarters')[0]?.url,
  ).toBe(address);
});

it('ignores other configurations', () => {
  const others = [
    '{"themes": {"items": [{"name": "dark", "url": "dark.css"}]}}',
    '{"catalog": [{"name": "shoes", "type": "product"}]}',
    '[{"id": "1", "typ": "Person"}]',
    '{"map": {"layers": [], "center": [0, 0]}}',
    '{"options": {"projection": "x"}, "layers": []}',
    '{}',
    '[]',
  ];
  for (const text of others) {
    for (const kind of [qwc2, terria, masterportal, mapstore, lizmap])
      expect(claims(kind, textDocument(text, url))).toBe(false);
  }
  expect(claims(mviewer, textDocument('<config><themes/></config>', url))).toBe(false);
});
