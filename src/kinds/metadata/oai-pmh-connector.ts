// Harvests an OAI-PMH repository with ListRecords and its resumption tokens.
import { readXmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, child, textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { addOaiRecord, oaiBase, oaiRequest } from './oai-pmh.ts';

/** The richest format first; every repository has the last (OAI-PMH 2.0, 4.5). */
const prefixes = ['iso19139', 'gmd', 'oai_dc'] as const;

export const oaiPmhConnector: Connector = {
  kind: 'oai-pmh',
  firstPosition: 0,
  pageSize: 100,
  variants: prefixes.length,
  canSplit: () => false,
  canFilter: true,
  catalogOf: ({ kind, endpoint }) => (kind === 'oai-pmh' ? oaiBase(endpoint) : null),
  request,
  read,
  isOwnPage: (url) => /[?&]verb=listrecords(?:&|$)/i.test(url),
};

function request(endpoint: string, { token, variant, since }: Cursor): ProbeRequest {
  if (token !== null)
    return { url: oaiRequest(endpoint, `verb=ListRecords&resumptionToken=${encodeURIComponent(token)}`) };
  // Days are the granularity every repository supports (OAI-PMH 2.0, 3.3).
  const from = since === null ? '' : `&from=${since.slice(0, 10)}`;
  return { url: oaiRequest(endpoint, `verb=ListRecords&metadataPrefix=${prefixes[variant] ?? 'oai_dc'}${from}`) };
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  if (document.status >= 400 || readXmlRoot(document)?.name !== 'OAI-PMH') return null;
  const records: CatalogRecord[] = [];
  const deleted: string[] = [];
  let omitted = 0;
  let token = '';
  let error: string | null = null;
  const xmlProblems = walkXml(document, {
    'OAI-PMH/error': (node) => {
      error = attributeOf(node, 'code') ?? '';
    },
    'OAI-PMH/ListRecords/record': (node) => {
      const header = child(node, 'header');
      const isDeleted = header !== null && attributeOf(header, 'status') === 'deleted';
      const record = isDeleted ? null : readRecord(node, document.finalUrl);
      if (isDeleted) deleted.push(textAt(node, 'header', 'identifier'));
      else if (record === null) omitted++;
      else records.push(record);
    },
    'OAI-PMH/ListRecords/resumptionToken': (node) => {
      token = node.text;
    },
  });
  if (error !== null && error !== 'noRecordsMatch') return null;
  // A truncated page has lost its token: the remaining list would be lost.
  if (document.partial !== null && token === '') return null;
  const at = cursor.at + records.length + omitted + deleted.length;
  // A repository that repeats a token would be requested forever.
  const next = token === '' || token === cursor.token ? null : { ...cursor, at, token };
  return { records, omitted, deleted, total: null, next, problems: xmlProblems };
}

function readRecord(node: XmlNode, base: string): CatalogRecord | null {
  const facts = { base, id: textAt(node, 'header', 'identifier'), modified: textAt(node, 'header', 'datestamp') };
  return listedRecord(facts, (records) => addOaiRecord(node, records));
}
