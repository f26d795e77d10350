// Every connector returns a record's keywords, time, provider, terms and language, not only title and extent.
import { expect, it } from 'vitest';
import { textDocument } from '../../../test/kind-fixture.ts';
import type { Connector, Cursor } from '../../model/connector.ts';
import { oaiPmhConnector } from '../metadata/oai-pmh-connector.ts';
import { cswConnector } from '../ogc/csw/csw-connector.ts';
import { ckanConnector } from './ckan-connector.ts';
import { geonetworkConnector } from './geonetwork-connector.ts';

const begin: Cursor = { at: 0, size: 10, until: null, token: null, variant: 0, since: null, total: null };

function readOne(connector: Connector, text: string, variant = 0) {
  const page = connector.read(textDocument(text, 'https://cat.example/'), { ...begin, variant });
  return page?.records[0];
}

const office = { organization: 'Forest Office', person: null, email: null, url: null };
const expected = { keywords: ['forest', 'inventory'], provider: office, terms: 'CC BY 4.0', language: 'eng' };

const dublinCore =
  '<dc:identifier>f-1</dc:identifier><dc:title>Forests</dc:title><dc:subject>forest</dc:subject><dc:subject>inventory</dc:subject><dc:publisher>Forest Office</dc:publisher><dc:rights>CC BY 4.0</dc:rights><dc:language>eng</dc:language><dct:temporal>2019/2021</dct:temporal>';
const spaces = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/"';

function cswPage(record: string): string {
  return `<csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" ${spaces}><csw:SearchResults numberOfRecordsMatched="1" numberOfRecordsReturned="1" nextRecord="0">${record}</csw:SearchResults></csw:GetRecordsResponse>`;
}

it('CSW in Dublin Core', () => {
  const record = readOne(cswConnector, cswPage(`<csw:Record>${dublinCore}</csw:Record>`));
  expect(record).toMatchObject({ ...expected, id: 'f-1', time: '2019/2021' });
});

it('CSW in ISO 19139', () => {
  const text = (name: string, value: string) =>
    `<gmd:${name}><gco:CharacterString>${value}</gco:CharacterString></gmd:${name}>`;
  const party = `<gmd:pointOfContact><gmd:CI_ResponsibleParty>${text('organisationName', 'Forest Office')}</gmd:CI_ResponsibleParty></gmd:pointOfContact>`;
  const keywords = `<gmd:descriptiveKeywords><gmd:MD_Keywords>${text('keyword', 'forest')}${text('keyword', 'inventory')}</gmd:MD_Keywords></gmd:descriptiveKeywords>`;
  const terms = `<gmd:resourceConstraints><gmd:MD_LegalConstraints>${text('otherConstraints', 'CC BY 4.0')}</gmd:MD_LegalConstraints></gmd:resourceConstraints>`;
  const language = '<gmd:language><gmd:LanguageCode codeListValue="eng"/></gmd:language>';
  const inside = `<gmd:citation><gmd:CI_Citation>${text('title', 'Forests')}</gmd:CI_Citation></gmd:citation>${party}${keywords}${terms}${language}`;
  const record = readOne(
    cswConnector,
    cswPage(
      `<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco">${text('fileIdentifier', 'f-1')}<gmd:identificationInfo><gmd:MD_DataIdentification>${inside}</gmd:MD_DataIdentification></gmd:identificationInfo></gmd:MD_Metadata>`,
    ),
  );
  expect(record).toMatchObject({ ...expected, id: 'f-1', title: 'Forests' });
});

it('OAI-PMH', () => {
  const record = `<record><header><identifier>oai:f-1</identifier><datestamp>2026-01-01</datestamp></header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/">${dublinCore}</oai_dc:dc></metadata></record>`;
  const page = `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" ${spaces}><ListRecords>${record}</ListRecords></OAI-PMH>`;
  expect(readOne(oaiPmhConnector, page)).toMatchObject({ ...expected, time: '2019/2021' });
});

it('CKAN', () => {
  const dataset = {
    id: 'f-1',
    title: 'Forests',
    organization: { title: 'Forest Office' },
    license_title: 'CC BY 4.0',
    tags: [{ name: 'forest' }, { name: 'inventory' }],
    extras: [
      { key: 'language', value: 'eng' },
      { key: 'temporal_start', value: '2019' },
      { key: 'temporal_end', value: '2021' },
    ],
  };
  const page = JSON.stringify({ success: true, result: { count: 1, results: [dataset] } });
  expect(readOne(ckanConnector, page)).toMatchObject({ ...expected, time: '2019/2021' });
});

it('GeoNetwork 4', () => {
  const source = {
    uuid: 'f-1',
    resourceTitleObject: { default: 'Forests' },
    mainLanguage: 'eng',
    tag: [{ default: 'forest', langeng: 'forest' }, { default: 'inventory' }],
    OrgForResourceObject: [{ default: 'Forest Office' }],
    licenseObject: [{ default: 'CC BY 4.0' }],
    resourceTemporalDateRange: [{ gte: '2019', lte: '2021' }],
  };
  const page = JSON.stringify({ hits: { total: { value: 1 }, hits: [{ _id: 'f-1', _source: source }] } });
  expect(readOne(geonetworkConnector, page)).toMatchObject({ ...expected, time: '2019/2021' });
});

it('GeoNetwork 3', () => {
  const metadata = {
    title: 'Forests',
    keyword: ['forest', 'inventory'],
    legalConstraints: 'CC BY 4.0',
    mdLanguage: 'eng',
    responsibleParty: ['author|metadata|Another office||', 'owner|resource|Forest Office|||'],
    'geonet:info': { uuid: 'f-1' },
  };
  const page = JSON.stringify({ '@from': '1', summary: { '@count': '1' }, metadata });
  expect(readOne(geonetworkConnector, page, 1)).toMatchObject(expected);
});
