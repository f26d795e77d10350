// GetRecords and GetRecordById responses of a catalog service, and saved lists of them: every record with its links.
import { hostOf } from '../../../base/url/web-url.ts';
import { attribute, readXml, readXmlRoot } from '../../../base/xml/xml.ts';
import { attributeOf, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity } from '../../../model/resource.ts';
import { checkAddress, documentAddress, withParameter } from '../../address/catalog-address.ts';
import { RecordList } from '../../records/catalog-records.ts';
import { addMetadataRecord } from '../../records/metadata-record.ts';
import { readMetadataRecord, readOtherRecord } from '../../records/read-metadata-record.ts';

const roots = new Set(['GetRecordsResponse', 'GetRecordByIdResponse']);

/** Records per request when the list continues. */
const pageSize = 100;

export const cswRecords: ResourceKind = {
  id: 'csw-records',
  title: 'Records of a catalog service',
  family: 'catalog',
  specification: 'OGC 07-006r1 (CSW 2.0.2), OGC 12-176r7 (CSW 3.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'record',
  suspect: ({ url }) => (/[?&]request=getrecord(?:s|byid)(?:&|$)/i.test(url) ? 0.9 : 0),
  probe: (url) => [{ url }],
  identify,
  describe,
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root === null || !roots.has(root.name)) return [];
  const fromNamespace = /\/csw\/([\d.]{1,10})\/?$/.exec(root.namespace?.trim() ?? '')?.[1] ?? null;
  const version = attribute(root, 'version')?.trim() || fromNamespace;
  return [{ kind: 'csw-records', version, endpoint: documentAddress(document) }];
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const visit = (node: XmlNode) => addRecord(node, records);
  const rules = { 'GetRecordsResponse/SearchResults/*': visit, 'GetRecordByIdResponse/*': visit };
  const problems = walkXml(document, rules);
  linkNextPage(document, records);
  return records.describe(document, { title: titleOf(document, records), formats: ['application/xml'] }, problems);
}

/** The response has no title: use that of its only record, or the catalog's. */
function titleOf(document: Document, records: RecordList): string {
  const only = records.count === 1 ? (records.layers[0]?.title ?? '') : '';
  const host = hostOf(document.finalUrl);
  return only || (host === null ? 'Catalog records' : `Catalog records of ${host}`);
}

function addRecord(node: XmlNode, records: RecordList): void {
  // Results of other catalogs are in a separate list (CSW 3.0, 7.3.7); their URL is worth following.
  records.link(attributeOf(node, 'catalogueURL') ?? '');
  if (node.name.startsWith('Federated')) return;
  const record = readMetadataRecord(node, records.problems) ?? readOtherRecord(node);
  if (record.title === '') records.problems.add('catalog.record-untitled', 'A record has no title.', record.id);
  addMetadataRecord(record, records);
}

interface ResultCounts {
  /** All records that match the request. */
  readonly total: number | null;
  readonly returned: number | null;
  /** Position of the next record. */
  readonly next: number | null;
}

/** Attributes of SearchResults, read from the start: the element itself may be as large as the document. */
export function readResultCounts(document: Document): ResultCounts | null {
  let counts: ResultCounts | null = null;
  const head = { bytes: document.bytes.subarray(0, 65_536), charset: document.charset, partial: null };
  readXml(head, {
    open: (element) => {
      if (element.name !== 'SearchResults') return;
      counts ??= {
        total: countOf(attribute(element, 'numberOfRecordsMatched')),
        returned: countOf(attribute(element, 'numberOfRecordsReturned')),
        next: countOf(attribute(element, 'nextRecord')),
      };
    },
  });
  return counts;
}

function countOf(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/**
 * nextRecord is 0 at the end (CSW 2.0.2, 10.8.4.4), but in practice may be missing, 0 too early or never 0 (edge case
 * 64): the position is derived from the records received as well. An empty page is the last one.
 */
function linkNextPage(document: Document, records: RecordList): void {
  const { total = null, returned = null, next = null } = readResultCounts(document) ?? {};
  if (records.count === 0 || total === null) return;
  const startParameter = /[?&]startposition=(\d{1,9})/i.exec(document.finalUrl);
  const start = startParameter === null ? 1 : Math.max(1, Number(startParameter[1]));
  const reached = start + records.count;
  if (reached > total) return;
  if (next === null || next <= start) {
    records.problems.add(
      'catalog.paging-odd',
      `Only ${records.count} of ${total} records were returned, without a next position.`,
    );
  }
  if (returned !== null && returned !== records.count) {
    records.problems.add('catalog.paging-odd', `${returned} records are announced, ${records.count} were received.`);
  }
  if (!/[?&]request=getrecords(?:&|$)/i.test(document.finalUrl)) return;
  const position = String(next !== null && next > start ? next : reached);
  const page = withNames(document.finalUrl, { startPosition: position, maxRecords: String(pageSize) });
  if (page !== null) records.link(page, 'next');
}

/** Parameter names of a key-value request may have any case; the spelling in the URL is preserved. */
function withNames(url: string, values: Readonly<Record<string, string>>): string | null {
  let target: string | null = url;
  for (const [name, value] of Object.entries(values)) {
    if (target === null) return null;
    const known: readonly string[] = [...new URL(target).searchParams.keys()];
    const spelled = known.find((one) => one.toLowerCase() === name.toLowerCase());
    target = withParameter(target, spelled ?? name, value);
  }
  return target;
}
