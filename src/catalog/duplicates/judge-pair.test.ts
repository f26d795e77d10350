// The matching rules one by one, each with a reason; doubt means no.
import { describe, expect, it } from 'vitest';
import { makeLayer, makeResource } from '../../../test/conformance/made-records.ts';
import type { Extent } from '../../model/extent.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import type { Item } from './item.ts';
import { judgePair } from './judge-pair.ts';
import { readItems } from './read-items.ts';

const here: Extent = [7.4312, 47.0128, 7.9873, 47.3391];
const rivers = { name: 'rivers', title: 'Rivers of the valley', extent: here };
const other = makeLayer({ name: 'something', title: 'Something else' });

/** A layer of a service with another one. */
function layerAt(endpoint: string, layer: Partial<Layer>, given: Partial<Resource> = {}): Item {
  const resource = makeResource(endpoint, { endpoint, layers: [makeLayer({ ...rivers, ...layer }), other], ...given });
  return readItems(resource).items.find((item) => item.layer === 0)!;
}

function recordAt(endpoint: string, given: Partial<Resource>): Item {
  return readItems(makeResource(endpoint, { endpoint, ...given })).items[0]!;
}

function judge(a: Item, b: Item): boolean {
  const judgment = judgePair(a, b);
  expect(judgePair(b, a).isSame).toBe(judgment.isSame);
  expect(judgment.reason).not.toBe('');
  return judgment.isSame;
}

describe('datasets', () => {
  const wms = layerAt('https://a.example/wms', {});

  it.each<[string, Item]>([
    ['by another protocol of the server', layerAt('https://a.example/wfs', { name: 'app:rivers' }, { kind: 'wfs' })],
    ['at another host of the domain', layerAt('https://wfs.a.example/data/x', {}, { kind: 'wfs' })],
  ])('is the same %s', (_how, item) => {
    expect(judge(wms, item)).toBe(true);
  });

  it.each<[string, Item]>([
    ['in another place', layerAt('https://a.example/wfs', { extent: [9, 50, 10, 51] }, { kind: 'wfs' })],
    ['of another year', layerAt('https://wfs.a.example/x', { title: 'Rivers of the valley 2019' }, { kind: 'wfs' })],
    ['with other text and no word of its owner', layerAt('https://b.example/wms', {})],
    ['below a dated address', layerAt('https://a.example/2018/wfs', {}, { kind: 'wfs' })],
    ['of another title', layerAt('https://b.example/wms', { title: 'Lakes of the valley' })],
  ])('is not the same %s', (_how, item) => {
    expect(judge(wms, item)).toBe(false);
  });

  it("doesn't match a file without a year to an edition", () => {
    const dated = layerAt('https://a.example/wms', { title: 'Rivers of the valley 2019' });
    const [named, undated] = ['rivers', 'Rivers'].map((title) =>
      layerAt('https://files.a.example/x', { title }, { kind: 'geopackage' }),
    );
    for (const item of [named!, undated!]) expect(judgePair(dated, item).reason).toContain('numbers');
    expect(judge(wms, named!)).toBe(true);
  });

  it('needs a third fact to match on another site', () => {
    const abstract = 'Rivers and brooks of the valley, surveyed by the water office every second year.';
    const [one, two] = ['https://a.example/wms', 'https://b.example/maps'].map((url) => layerAt(url, { abstract }));
    expect(judge(one!, two!)).toBe(true);
    expect(judge(one!, layerAt('https://b.example/maps', { abstract, extent: [7, 47, 8, 48] }))).toBe(false);
  });

  it('never matches sample data of the software', () => {
    const sample = { name: 'topp:states', title: 'USA Population', isDemo: true };
    const [one, two] = ['https://a.example/geoserver/wms', 'https://a.example/geoserver/wfs'];
    expect(judge(layerAt(one, sample), layerAt(two, sample, { kind: 'wfs' }))).toBe(false);
  });

  it('matches by metadata identifier if names and texts differ in language', () => {
    const url = 'https://catalog.example/?id=3b6a1c52-7d20-4c0b-9e5e-0d3f1f8a2b11';
    const german = layerAt('https://a.example/de/wms', { metadataUrls: [url] });
    const french = layerAt('https://a.example/fr/wms', { metadataUrls: [url], title: 'Rivières de la vallée' });
    expect(judge(german, layerAt('https://b.example/wms', { metadataUrls: [url] }))).toBe(true);
    expect(judgePair(german, layerAt('https://b.example/x', { metadataUrls: [url] })).reason).toContain('3b6a1c52');
    expect(judge(german, french)).toBe(true);
  });

  it('keeps layers of different workspaces apart', () => {
    const root = 'https://a.example/geoserver';
    const plan = layerAt(`${root}/wms`, { name: 'plan:rivers' });
    expect(judge(plan, layerAt(`${root}/plan/wms`, { name: 'rivers' }))).toBe(true);
    expect(judge(plan, layerAt(`${root}/draft/wms`, { name: 'rivers' }))).toBe(false);
    expect(judge(plan, layerAt(`${root}/wfs`, { name: 'draft:rivers' }, { kind: 'wfs' }))).toBe(false);
  });
});

describe('services', () => {
  const layers = ['Rivers', 'Lakes', 'Springs'].map((title) => makeLayer({ name: title.toLowerCase(), title }));
  const office = { organization: 'Water office', person: null, email: null, url: null };
  const water = { title: 'Waters of the valley', layers, extent: here, provider: office };
  const service = recordAt('https://a.example/wms', water);

  it.each<[string, Item]>([
    ['under another spelling', recordAt('http://www.a.example:8080/WMS/', water)],
    ['on a mirror', recordAt('https://mirror.example/maps', water)],
  ])('is the same %s', (_how, item) => {
    expect(judge(service, item)).toBe(true);
  });

  it('accepts a claimed URL only if it has the same layers', () => {
    const named = { ...water, provider: null, extent: null };
    const inside = recordAt('http://10.0.0.1/x', { ...named, claimedUrl: 'https://a.example/wms' });
    expect(judge(recordAt('https://a.example/wms', named), inside)).toBe(true);
    const changed = [...layers.slice(1), makeLayer({ name: 'wells', title: 'Wells' })];
    const liar = recordAt('http://10.0.0.1/y', { ...named, layers: changed, claimedUrl: 'https://a.example/wms' });
    expect(judge(recordAt('https://a.example/wms', named), liar)).toBe(false);
  });

  it.each<[string, Item]>([
    [
      'of another organization',
      recordAt('https://b.example/wms', { ...water, provider: { ...office, organization: 'B' } }),
    ],
    ['in another place', recordAt('https://b.example/wms', { ...water, extent: [9, 50, 10, 51] })],
    ['with another layer', recordAt('https://b.example/wms', { ...water, layers: [...layers, other] })],
    ['of another year', recordAt('https://a.example/2018/wms', water)],
  ])('is not the same %s', (_how, item) => {
    expect(judge(service, item)).toBe(false);
  });

  it('matches other protocols with the same layers', () => {
    expect(judge(service, recordAt('https://a.example/wfs', { ...water, kind: 'wfs' }))).toBe(true);
    expect(judge(service, recordAt('https://a.example/wfs', { ...water, kind: 'wfs', layers: layers.slice(1) }))).toBe(
      false,
    );
  });
});
