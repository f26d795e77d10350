// Catalog kinds on JSON and XML that nests without end, repeats without end, or is cut anywhere.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textDocument } from '../../test/kind-fixture.ts';
import { kinds } from './index.ts';

const catalogs = kinds.filter(({ family }) => family === 'catalog' || family === 'file');
const url = 'https://a.org/api/3/action/package_search';

function readAll(text: string): number {
  let claimed = 0;
  for (const kind of catalogs) {
    const document = textDocument(text, url);
    if (!kind.forms.includes(document.form)) continue;
    for (const identity of kind.identify(document)) {
      kind.describe(document, identity);
      claimed++;
    }
  }
  return claimed;
}

const deepArray = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`;
const deepObject = (key: string) => `${`{"${key}":`.repeat(20_000)}1${'}'.repeat(20_000)}`;

it.each([
  [
    'data.json with a deep place',
    `{"conformsTo":"https://project-open-data.cio.gov/v1.1/schema","dataset":[{"title":"a","accessLevel":"public","spatial":${deepArray}}]}`,
  ],
  [
    'data.json with a deep series',
    `{"conformsTo":"https://project-open-data.cio.gov/v1.1/schema","dataset":[${'{"title":"a","hasPart":['.repeat(5000)}{}${']}'.repeat(5000)}]}`,
  ],
  ['JSON-LD', `{"@context":"https://schema.org","@type":"Dataset","spatialCoverage":${deepObject('geo')}}`],
  [
    'CKAN with a deep place',
    `{"help":"package_show","success":true,"result":{"name":"a","resources":[],"spatial":${deepObject('bbox')}}}`,
  ],
  [
    'QWC2 folders',
    `{"themes":{"items":[],"backgroundLayers":[],"subdirs":[${'{"items":[],"subdirs":['.repeat(5000)}${']}'.repeat(5000)}]}}`,
  ],
  [
    'Terria groups',
    `{"corsDomains":[],"catalog":[${'{"name":"a","type":"group","items":['.repeat(5000)}${']}'.repeat(5000)}]}`,
  ],
])('reads %s', (_, text) => {
  expect(readAll(text)).toBeGreaterThan(0);
});

it.each([
  [
    'THREDDS',
    `<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0">${'<dataset name="a">'.repeat(20_000)}`,
  ],
  [
    'services inside services',
    `<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0">${'<service name="a" serviceType="Compound">'.repeat(20_000)}`,
  ],
  ['ISO', `<MD_Metadata><identificationInfo>${'<a>'.repeat(50_000)}`],
  [
    'RDF/XML',
    `<rdf:RDF xmlns:rdf="r" xmlns:dcat="http://www.w3.org/ns/dcat#">${'<dcat:Dataset><dcat:part>'.repeat(10_000)}`,
  ],
])('reads %s nested without end', (_, text) => {
  expect(readAll(text)).toBeGreaterThan(0);
});

it('reads its fixtures truncated anywhere', () => {
  const folder = new URL('../../fixtures/', import.meta.url);
  for (const { id } of catalogs.filter(({ family }) => family === 'catalog')) {
    for (const name of readdirSync(new URL(`${id}/`, folder)).filter((file) => !file.endsWith('.md'))) {
      const text = readFileSync(new URL(`${id}/${name}`, folder), 'utf8');
      for (let end = 0; end < text.length; end += Math.ceil(text.length / 12)) readAll(text.slice(0, end));
    }
  }
});
