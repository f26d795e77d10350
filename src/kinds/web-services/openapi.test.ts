// OpenAPI: three versions, two notations, and the link up to the landing page of an OGC API.
import { expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument } from '../../../test/kind-fixture.ts';
import { linkTo } from '../../../test/read-fixture.ts';
import { kinds } from '../index.ts';
import { openapi } from './openapi.ts';

const base = 'https://waters.example.org/docs/';
const fixture = (name: string) => fixtureDocument('openapi', name, base + name);
const operationsOf = (name: string) =>
  readKind(openapi, fixture(name)).description.layers.map((layer) => [layer.name, layer.title, layer.keywords]);

it('reads OpenAPI 3 in JSON', () => {
  const { identity, description, links, codes } = readKind(openapi, fixture('3.0.json'));
  expect(identity).toEqual({ kind: 'openapi', version: '3.0.3', endpoint: `${base}3.0.json` });
  expect(description).toMatchObject({
    title: 'Bathing waters',
    abstract: 'Quality of bathing waters.',
    provider: { organization: 'Water office', email: 'waters@example.org', url: 'https://waters.example.org/about' },
    accessConstraints: 'CC-BY-4.0 https://creativecommons.org/licenses/by/4.0/ https://waters.example.org/terms',
    claimedUrl: 'https://waters.example.org/v7/',
  });
  expect(operationsOf('3.0.json')).toEqual([
    ['listBeaches', 'All beaches', ['beach']],
    ['POST /beaches', 'Beaches', ['beach']],
    ['readBeach', 'GET /beaches/{id}', []],
  ]);
  expect(links).toEqual(['https://waters.example.org/v7/', 'http://localhost:3000/', `${base}guide.html`]);
  expect(codes).toEqual(['api.address-odd']);
});

it('reads Swagger 2.0', () => {
  const { identity, description, links } = readKind(openapi, fixture('swagger-2.0.json'));
  expect(identity?.version).toBe('2.0');
  expect(description).toMatchObject({ title: 'Geocoder', formats: ['application/json', 'application/xml'] });
  expect(links).toEqual(['https://geocode.example.org/v2', 'http://geocode.example.org/v2']);
  expect(operationsOf('swagger-2.0.json')).toEqual([['GET /find', 'Find an address', []]]);
});

it('reads YAML with its keys in any order', () => {
  const { identity, description, links, codes } = readKind(openapi, fixture('3.1.yaml'));
  expect(identity?.version).toBe('3.1.0');
  expect(description).toMatchObject({
    title: 'Snow depths',
    abstract: 'Depths of snow at stations. New every morning.',
    accessConstraints: 'CC0-1.0',
  });
  expect(description.layers.map(({ name, title, abstract, keywords }) => [name, title, abstract, keywords])).toEqual([
    ['onDepth', 'POST newDepth', '', []],
    ['listStations', 'Stations: all of them', '', ['station', 'place']],
    ['GET /stations/{id}/depths', 'Depths of a station', 'Oldest first, at most a year.', []],
  ]);
  expect(links).toEqual(['https://snow.example.org/api']);
  expect(codes).toEqual([]);
});

it("reads the other parts if one isn't YAML", () => {
  const { identity, description, codes } = readKind(openapi, fixture('malformed.yaml'));
  expect(identity?.version).toBe('2.0');
  expect(description.title).toBe('Soils');
  expect(description.claimedUrl).toBe('https://soils.example.org/');
  expect(description.layers.map(({ title }) => title)).toContain('Horizons of a profile');
  expect(codes).toEqual(['api.malformed-yaml']);
});

it('leads from the description of an OGC API to its landing page', () => {
  const { description } = readKind(openapi, fixture('ogc-api.json'));
  expect(description.links).toMatchObject([{ url: 'https://delta.example.org/geo', anchor: 'OGC API' }]);
  const suspicions = kinds.map((kind) => [kind.id, kind.suspect(description.links[0]!)] as const);
  const best = suspicions.reduce((one, other) => (other[1] > one[1] ? other : one));
  expect(best[0]).toBe('ogc-api-features');
  expect(best[1]).toBeGreaterThanOrEqual(0.5);
});

it('identifies documents with a version and a body, of versions 2 and 3', () => {
  const json = (value: unknown) => textDocument(JSON.stringify(value), base);
  expect(claims(openapi, json({ openapi: '3.1.0', paths: {} }))).toBe(true);
  expect(claims(openapi, json({ openapi: '3.1.0' }))).toBe(false);
  expect(claims(openapi, json({ swagger: '1.2', info: {} }))).toBe(false);
  expect(claims(openapi, json({ openapi: 3, info: {} }))).toBe(false);
  expect(claims(openapi, json({ spec: { openapi: '3.0.0', info: {} } }))).toBe(false);
  expect(claims(openapi, textDocument('How to write\nopenapi: 3.0.0 files', base))).toBe(false);
  expect(claims(openapi, textDocument('a: 1\n  openapi: 3.0.0\n  info: {}', base))).toBe(false);
});

it.each([
  [0.6, 'http://a.org/swagger.json'],
  [0.6, 'http://a.org/docs/openapi.yaml'],
  [0.6, 'http://a.org/v3/api-docs'],
  [0.6, 'http://a.org/swagger/v1/swagger.json'],
  [0.5, 'http://a.org/maps/api?f=json'],
  [0.5, 'http://a.org/openapi'],
  [0, 'http://a.org/api'],
  [0, 'http://a.org/swagger-ui/index.html'],
  [0, 'http://github.com/a/openapi.yaml'],
])('suspects with %d: %s', (score, url) => expect(openapi.suspect(linkTo(url))).toBe(score));

it.each([
  'https://a.org/ogcapi/api?f=json',
  'https://a.org/ogc/features/v1/api?f=application%2Fvnd.oai.openapi',
  'https://a.org/stac/api?f=json',
])('leaves %s to the API it describes', (url) => {
  const others = kinds.filter(({ id }) => id !== 'openapi').map((kind) => kind.suspect(linkTo(url)));
  expect(Math.max(...others)).toBeGreaterThan(openapi.suspect(linkTo(url)));
});

const head = 'openapi: 3.0.0\ninfo: {title: x}\n';

/** Each of these slows a YAML parser down or nests too deeply. What is read of them is bounded. */
it.each<[string, string]>([
  ['keys that are maps', `${head}paths:\n  ${'? '.repeat(50_000)}`],
  ['open brackets', `${head}paths: ${'['.repeat(500_000)}`],
  ['commas', `${head}paths: [${','.repeat(500_000)}`],
  ['a bomb of aliases', `${head}paths:\n  a: &a [x]\n${bomb()}`],
  ['maps in one line', `${head}paths:\n  ${'a: '.repeat(50_000)}`],
  ['lists in lists', `${head}paths:\n  a:\n    ${'- '.repeat(50_000)}`],
  ['indentation', `${head}paths:\n${Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')}`],
  ['many bad paths', `${head}paths:\n${Array.from({ length: 20_000 }, (_, n) => `  /${n}: [}`).join('\n')}`],
])('reads %s without end', (_name, text) => {
  const { description } = readKind(openapi, textDocument(text, base));
  expect(description.title).toBe('x');
  expect(JSON.stringify(description).length).toBeLessThan(100_000);
});

function bomb(): string {
  return Array.from(
    { length: 20 },
    (_, n) =>
      `  b${n}: &b${n} [${Array(9)
        .fill(n === 0 ? '*a' : `*b${n - 1}`)
        .join()}]`,
  ).join('\n');
}

it('reads the operations of a long description up to the limit', () => {
  const paths = Array.from(
    { length: 3000 },
    (_, n) => `  /p${n}:\n    get:\n      summary: Path ${n}\n      parameters:\n        - name: ${'x'.repeat(500)}`,
  );
  const { description, codes } = readKind(openapi, textDocument(`${head}paths:\n${paths.join('\n')}`, base));
  expect([description.layerCount, codes]).toEqual([3000, []]);
});
