// CSW on hand-made documents; edge cases 40, 64 and 65.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import { csw } from './csw.ts';

const url = 'http://found.example.net/csw';

function read(name: string) {
  const document = makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../../fixtures/csw/${name}`, import.meta.url)),
  });
  const [identity] = csw.identify(document);
  return { identity: identity!, description: csw.describe(document, identity!) };
}

it('links to its records', () => {
  const { identity, description } = read('2.0.2.xml');
  expect(identity).toEqual({ kind: 'csw', version: '2.0.2', endpoint: url });
  expect(description).toMatchObject({ title: 'Records of the land', formats: ['application/xml'], problems: [] });
  expect(description.links[0]).toMatchObject({ foundBy: 'catalog' });
  const query = new URL(description.links[0]!.url).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    REQUEST: 'GetRecords',
    VERSION: '2.0.2',
    TYPENAMES: 'csw:Record',
    ELEMENTSETNAME: 'full',
    RESULTTYPE: 'results',
    STARTPOSITION: '1',
  });
});

it('reads 3.0', () => {
  const { identity, description } = read('3.0.0.xml');
  expect(identity.version).toBe('3.0.0');
  expect(description.links[0]?.url).toContain('VERSION=3.0.0');
});

it('ignores OAI-PMH at the same address', () => {
  const score = (address: string) =>
    csw.suspect({ url: address, foundBy: 'link', anchor: '', window: '', nofollow: false });
  expect(score('http://a.org/catalogue/csw')).toBe(0.9);
  expect(score('http://a.org/catalogue/csw?mode=oaipmh&verb=Identify')).toBe(0);
});
