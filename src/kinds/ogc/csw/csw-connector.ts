// Harvests a catalog service with GetRecords.
import { endpointUrl } from '../../../base/url/endpoint.ts';
import { readUrl } from '../../../base/url/url.ts';
import { readXmlRoot } from '../../../base/xml/xml.ts';
import { child, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../../model/connector.ts';
import type { Document } from '../../../model/document.ts';
import type { Identity } from '../../../model/resource.ts';
import { onSameHost } from '../../paging/link-paging.ts';
import { nextPage, shrunkGap } from '../../paging/offset-paging.ts';
import { listedRecord } from '../../records/catalog-records.ts';
import { addMetadataRecord, parsedRecord } from '../../records/metadata-record.ts';
import { readMetadataRecord, readOtherRecord } from '../../records/read-metadata-record.ts';
import { readResultCounts } from './csw-records.ts';
import { cswVariants, recordsPage } from './csw-request.ts';

export const cswConnector: Connector = {
  kind: 'csw',
  firstPosition: 1,
  pageSize: 100,
  variants: cswVariants,
  canSplit: () => true,
  canFilter: true,
  catalogOf,
  request: recordsPage,
  read,
  // Catalogs that this one searches along with its own records are separate catalogs (edge case 67).
  isOwnPage: (url, endpoint) => /[?&]request=getrecords(?:&|$)/i.test(url) && onSameHost(url, endpoint) !== null,
};

/** Parameters of GetRecords; other parameters of a URL belong to the catalog. */
const ownParameter =
  /^(?:typenames?|namespace|outputschema|outputformat|resulttype|elementset(?:name)?|elementname|maxrecords|startposition|sortby|constraint_?language(?:_version)?|distributedsearch|hopcount)$/i;

/** Also for a link to the first page of records instead of the service; a search for some records isn't a catalog. */
function catalogOf({ kind, endpoint }: Identity): string | null {
  if (kind === 'csw') return endpoint;
  const isRecords = kind === 'csw-records' && cswConnector.isOwnPage(endpoint, endpoint);
  if (!isRecords || readUrl(endpoint) === null) return null;
  const url = new URL(endpointUrl(endpoint));
  for (const name of [...url.searchParams.keys()]) if (ownParameter.test(name)) url.searchParams.delete(name);
  return url.searchParams.has('constraint') || url.searchParams.has('CONSTRAINT') ? null : url.href;
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  if (document.status >= 400 || readXmlRoot(document)?.name !== 'GetRecordsResponse') return null;
  const announced = readResultCounts(document);
  if (announced === null) return null;
  const problems = new ProblemTally();
  const records: CatalogRecord[] = [];
  let omitted = 0;
  const xmlProblems = walkXml(document, {
    'GetRecordsResponse/SearchResults/*': (node) => {
      if (node.name.startsWith('Federated')) return;
      const record = readRecord(node, document.finalUrl, problems);
      if (record === null) omitted++;
      else records.push(record);
    },
  });
  const count = records.length + omitted;
  const isBroken =
    document.partial !== null || xmlProblems.some(({ code }) => code === 'xml.malformed' || code === 'xml.truncated');
  if (isBroken && (cursor.size > 1 || count === 0)) return null;
  // For a record type it lacks, a server may return no records or only counts: then another request style is tried.
  const isNone = announced.total === 0 ? cursor.since === null : count === 0 && cursor.at === 1;
  if (isNone && cursor.variant + 1 < cswVariants) return null;
  if (announced.returned !== null && announced.returned !== count)
    problems.add('catalog.paging-odd', `${announced.returned} records are announced, ${count} were received.`);
  const next = nextPage(cursor, { count, total: announced.total, named: announced.next, firstPosition: 1 });
  if (next !== null && cursor.until === null && (announced.next === null || announced.next === 0))
    problems.add(
      'catalog.paging-odd',
      `Only ${count} of ${announced.total} records were returned, without a next position.`,
    );
  const also = shrunkGap(cursor, announced.total, 1);
  return {
    records,
    omitted,
    deleted: [],
    total: announced.total,
    next,
    also,
    problems: [...xmlProblems, ...problems.list()],
  };
}

function readRecord(node: XmlNode, base: string, problems: ProblemTally): CatalogRecord | null {
  const record = readMetadataRecord(node, problems) ?? readOtherRecord(node);
  return listedRecord({ base, id: record.id, modified: modifiedOf(node) }, (records) => {
    addMetadataRecord(record, records);
    return parsedRecord(record);
  });
}

/** `dct:modified` and `dc:date` of Dublin Core, `gmd:dateStamp` of ISO 19139. */
function modifiedOf(node: XmlNode): string {
  const stamp = child(node, 'dateStamp')?.children[0]?.text;
  return stamp ?? (textAt(node, 'modified') || textAt(node, 'date'));
}
