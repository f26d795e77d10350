// WADL: paths through nested resources, referenced methods.
import { expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument } from '../../../test/kind-fixture.ts';
import { linkTo } from '../../../test/read-fixture.ts';
import { wadl } from './wadl.ts';

const fixture = (name: string) => fixtureDocument('wadl', name, `https://gauges.example.org/rest/${name}`);

it('reads resources, methods and their parameters', () => {
  const { identity, description, links, codes } = readKind(wadl, fixture('2009.wadl'));
  expect(identity).toEqual({
    kind: 'wadl',
    version: '2009-02',
    endpoint: 'https://gauges.example.org/rest/2009.wadl',
  });
  expect(description).toMatchObject({
    title: 'Gauges',
    abstract: 'Water levels of rivers.',
    claimedUrl: 'https://gauges.example.org/rest/',
    formats: ['application/json', 'application/xml'],
  });
  expect(description.layers.map(({ name, title, abstract, keywords }) => [name, title, abstract, keywords])).toEqual([
    ['GET /gauges', 'GET /gauges', '', []],
    ['readGauge', 'GET /gauges/{gauge}', '', ['gauge']],
    ['listLevels', 'Levels of a gauge', 'Newest first.', ['gauge', 'since']],
  ]);
  expect(links).toEqual(['https://gauges.example.org/rest/', 'https://gauges.example.org/rest/schema/levels.xsd']);
  expect(codes).toEqual([]);
});

it('names a generated description after its URL', () => {
  const { identity, description } = readKind(wadl, fixture('generated.wadl'));
  expect(identity?.version).toBe('2006-10');
  expect([description.title, description.layers[0]?.name]).toEqual(['routing', 'POST /route']);
});

it('claims by root and namespace alone', () => {
  expect(claims(wadl, fixture('exception-manifest.xml'))).toBe(false);
  expect(claims(wadl, textDocument('<application/>', 'https://a.org/'))).toBe(false);
  expect(claims(wadl, textDocument('<resources xmlns="http://wadl.dev.java.net/2009/02"/>', 'https://a.org/'))).toBe(
    false,
  );
});

it.each([
  [0.9, 'http://a.org/rest/application.wadl'],
  [0.9, 'http://a.org/rest?_wadl&type=xml'],
  [0.9, 'http://a.org/rest?WADL'],
  [0, 'http://github.com/a/b/application.wadl'],
  [0, 'http://a.org/rest'],
])('suspects with %d: %s', (score, url) => expect(wadl.suspect(linkTo(url))).toBe(score));
