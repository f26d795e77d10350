// Answers of a catalog service to GetRecords and GetRecordById, and saved lists of them: every record with its links.
import { hostOf } from '../../../base/url/web-url.ts';
import { attribute, readXml, readXmlRoot } from '../../../base/xml/xml.ts';
import { attributeOf, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import type { Problem } from '../../../model/problem.ts';
import type { Description, Identity } from '../../../model/resource.ts';
import { checkAddress, documentAddress, withParameter } from '../../address/catalog-address.ts';
import { RecordList } from '../../catalog-records.ts';
import { type MetadataRecord, recordLayer } from '../../metadata-record.ts';
import { readOtherRecord } from '../../other-record.ts';
import { readMetadataRecord } from '../../read-metadata-record.ts';

const roots = new Set(['GetRecordsResponse', 'GetRecordByIdResponse']);

/** Records asked for at a time when the list goes on. */
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

interface Paging {
  matched: number;
  returned: number;
  next: number | null;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const paging: Paging = { matched: Number.NaN, returned: Number.NaN, next: null };
  const take = (node: XmlNode) => takeRecord(node, records);
  const odd: Problem[] = [
    ...walkXml(document, { 'GetRecordsResponse/SearchResults/*': take, 'GetRecordByIdResponse/*': take }),
  ];
  readPaging(document, paging);
  linkNextPage(document, paging, records);
  return records.describe(document, { title: titleOf(document, records), formats: ['application/xml'] }, odd);
}

/** The answer has no title of its own: that of its one record, or whose records they are. */
function titleOf(document: Document, records: RecordList): string {
  const only = records.count === 1 ? (records.layers[0]?.title ?? '') : '';
  const host = hostOf(document.finalUrl);
  return only || (host === null ? 'Catalog records' : `Catalog records of ${host}`);
}

function takeRecord(node: XmlNode, records: RecordList): void {
  // Results of other catalogs stand in a list of their own (CSW 3.0, 7.3.7); their address is worth following.
  records.link(attributeOf(node, 'catalogueURL') ?? '');
  if (node.name.startsWith('Federated')) return;
  const record = readMetadataRecord(node, records.problems) ?? readOtherRecord(node);
  if (record.title === '') records.problems.add('catalog.record-untitled', 'A record has no title.', record.id);
  records.add(recordLayer(record));
  linkRecord(record, records);
}

function linkRecord(record: MetadataRecord, records: RecordList): void {
  for (const { url, label } of record.links)
    records.link(url, [label, record.title].filter((text) => text !== '').join(' '));
}

/** Attributes of SearchResults, read from the beginning: the element itself may be as large as the document. */
function readPaging(document: Document, paging: Paging): void {
  const head = { bytes: document.bytes.subarray(0, 65_536), charset: document.charset, partial: null };
  readXml(head, {
    open: (element) => {
      if (element.name !== 'SearchResults' || paging.next !== null) return;
      paging.matched = numberOf(attribute(element, 'numberOfRecordsMatched'));
      paging.returned = numberOf(attribute(element, 'numberOfRecordsReturned'));
      const next = numberOf(attribute(element, 'nextRecord'));
      paging.next = Number.isInteger(next) ? next : null;
    },
  });
}

function numberOf(text: string | null): number {
  return text === null || text.trim() === '' ? Number.NaN : Number(text);
}

/**
 * nextRecord is 0 at the end (CSW 2.0.2, 10.8.4.4), but is left out, 0 too early or never 0 in the wild (edge case 64):
 * the position follows from what came as well. A page that brought nothing is the last one.
 */
function linkNextPage(document: Document, { matched, returned, next }: Paging, records: RecordList): void {
  if (records.count === 0 || !Number.isFinite(matched)) return;
  const asked = /[?&]startposition=(\d{1,9})/i.exec(document.finalUrl);
  const start = asked === null ? 1 : Math.max(1, Number(asked[1]));
  const reached = start + records.count;
  if (reached > matched) return;
  if (next === null || next <= start) {
    records.problems.add(
      'catalog.paging-odd',
      `Of ${matched} records ${records.count} came, and no next one is named.`,
    );
  }
  if (Number.isFinite(returned) && returned !== records.count) {
    records.problems.add('catalog.paging-odd', `${returned} records are announced, ${records.count} came.`);
  }
  if (!/[?&]request=getrecords(?:&|$)/i.test(document.finalUrl)) return;
  const position = String(next !== null && next > start ? next : reached);
  const page = withNames(document.finalUrl, { startPosition: position, maxRecords: String(pageSize) });
  if (page !== null) records.link(page, 'next');
}

/** Parameters of a key-value request come in any case; the spelling in use is kept. */
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
