// OpenSearch descriptions: with location or time, or neither.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { opensearch } from './opensearch.ts';

function fixture(name: string) {
  const bytes = readFileSync(new URL(`../../../fixtures/opensearch/${name}`, import.meta.url));
  return makeDocument({ url: `https://scenes.example.org/${name}`, bytes });
}

it('reads a search by location and time', () => {
  const document = fixture('geo.xml');
  const [identity] = opensearch.identify(document);
  expect(identity).toEqual({ kind: 'opensearch', version: null, endpoint: 'https://scenes.example.org/geo.xml' });
  expect(opensearch.describe(document, identity!)).toMatchObject({
    title: 'Scenes',
    abstract: 'Search scenes by place and time.',
    keywords: ['scenes', 'satellite'],
    provider: { email: 'scenes@example.org' },
    formats: ['text/html', 'application/atom+xml'],
    layerCount: 2,
    links: [{ url: 'https://scenes.example.org/search.atom?key=open', foundBy: 'catalog' }],
  });
});

it("recognizes a geo parameter without its namespace, and ignores a site's search box", () => {
  const text = '<OpenSearchDescription><Url type="a" template="http://a.org/?b={geo:box?}"/></OpenSearchDescription>';
  expect(opensearch.identify(makeDocument({ url: 'https://a.org/', bytes: Buffer.from(text) }))).toHaveLength(1);
  expect(opensearch.identify(fixture('exception-site-search.xml'))).toEqual([]);
});
