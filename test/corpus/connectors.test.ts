// Real pages of catalogs through the connectors: their records are read, and no connector throws.
import { expect, it } from 'vitest';
import { connectors } from '../../src/kinds/connectors.ts';
import { dcatConnector } from '../../src/kinds/metadata/dcat-connector.ts';
import { cswConnector } from '../../src/kinds/ogc/csw/csw-connector.ts';
import { threddsConnector } from '../../src/kinds/science/thredds-connector.ts';
import type { Connector, RecordPage } from '../../src/model/connector.ts';
import type { Document } from '../../src/model/document.ts';
import { type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';

const rows = corpusRows();
const catalogs =
  /^(?:csw|csw-records|dcat|thredds|stac|ogcapi|arcgis-catalog|atom|opensearch|exception|malformed|html)/;
/** Larger documents take too long to read with 22 connectors. */
const maxBytes = 100_000;

function read(connector: Connector, document: Document): RecordPage | null {
  const { firstPosition: at, pageSize: size, variants } = connector;
  return connector.read(document, {
    at,
    size,
    until: null,
    token: null,
    variant: variants - 1,
    since: null,
    total: null,
  });
}

const pagesOf = (kind: string, connector: Connector) =>
  rows
    .filter((row) => row.kind === kind && row.flags.length === 0)
    .flatMap((row: CorpusRow) => {
      const document = corpusDocument(row);
      const page = read(connector, document);
      return page === null ? [] : [{ file: row.file, page, text: new TextDecoder().decode(document.bytes) }];
    });

it('reads every record that real CSW responses announce', () => {
  const pages = pagesOf('csw-records', cswConnector);
  const wrong = pages.flatMap(({ file, page, text }) => {
    const returned = Number(/numberOfRecordsReturned="(\d+)"/.exec(text)?.[1] ?? 0);
    // Some announce another number than they contain, which is reported.
    const isReported = page.problems.some(({ message }) => message.startsWith(`${returned} records are announced`));
    return page.records.length === returned || (isReported && page.records.length > 0)
      ? []
      : [`${file}: ${page.records.length} of ${returned}`];
  });
  if (rows.length > 0) expect(pages.length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

it('reads datasets with links from real data.json and THREDDS catalogs', () => {
  const records = [...pagesOf('dcat-datajson', dcatConnector), ...pagesOf('thredds', threddsConnector)].flatMap(
    ({ page }) => page.records,
  );
  if (rows.length === 0) return;
  expect(records.length).toBeGreaterThan(300);
  expect(records.filter(({ links }) => links.length > 0).length / records.length).toBeGreaterThan(0.8);
});

it('reads any document without throwing', { timeout: 60_000 }, () => {
  const documents = rows.filter(({ kind }) => catalogs.test(kind)).map(corpusDocument);
  for (const document of documents)
    if (document.bytes.length < maxBytes)
      for (const connector of connectors) expect(() => read(connector, document)).not.toThrow();
});
