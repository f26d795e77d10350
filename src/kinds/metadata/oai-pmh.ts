// OAI-PMH repositories, by any of their responses.
import { readXmlRoot } from '../../base/xml/xml.ts';
import { textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Description, Identity, Provider, Resource } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { type ParsedRecord, RecordList } from '../records/catalog-records.ts';
import { makeProvider, parsedRecord, recordLayer } from '../records/metadata-record.ts';
import { readMetadataRecord } from '../records/read-metadata-record.ts';

const verbs = /[?&]verb=(?:identify|listrecords|getrecord|listidentifiers|listsets|listmetadataformats)(?:&|$)/i;

export const oaiPmh: ResourceKind = {
  id: 'oai-pmh',
  title: 'OAI-PMH repository',
  family: 'catalog',
  specification: 'Open Archives Initiative Protocol for Metadata Harvesting 2.0',
  tier: 2,
  forms: ['xml'],
  dataset: 'record',
  suspect: ({ url, anchor }) => {
    if (verbs.test(url)) return 1;
    const { path } = splitAddress(url);
    if (isTalk(path)) return 0;
    if (/\/(?:oai|oai2|oai-pmh|oaipmh|oaihandler|provider)(?:\/request)?\/?$/.test(path)) return 0.7;
    return /\boai-?pmh\b/i.test(anchor) ? 0.6 : 0;
  },
  probe: (url) => {
    const base = oaiBase(url);
    return [
      { url: oaiRequest(base, 'verb=Identify') },
      { url: oaiRequest(base, 'verb=ListRecords&metadataPrefix=iso19139') },
    ];
  },
  identify,
  describe,
  more: (document) => {
    const isIdentify = /[?&]verb=identify/i.test(document.finalUrl);
    return isIdentify && document.parts.length === 0
      ? { url: oaiRequest(oaiBase(document.finalUrl), 'verb=ListRecords&metadataPrefix=oai_dc') }
      : null;
  },
  check: (resource: Resource): readonly ProbeRequest[] => [{ url: oaiRequest(resource.endpoint, 'verb=Identify') }],
};

/** The repository's URL without request parameters; vendor parameters stay. */
export function oaiBase(url: string): string {
  const [path = url, query = ''] = url.replace(/#.*$/s, '').split('?', 2);
  const kept = query
    .split('&')
    .filter(
      (part) => part !== '' && !/^(?:verb|metadataprefix|identifier|from|until|set|resumptiontoken)=/i.test(part),
    );
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

export function oaiRequest(base: string, query: string): string {
  return `${base}${base.includes('?') ? '&' : '?'}${query}`;
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root === null || root.name !== 'OAI-PMH') return [];
  const version = /\/OAI\/([\d.]{1,5})\/?$/.exec(root.namespace ?? '')?.[1] ?? null;
  return [{ kind: 'oai-pmh', version, endpoint: oaiBase(document.finalUrl) }];
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const own = { title: '', base: '', provider: null as Provider | null, token: '', size: 0 };
  const rules = {
    'OAI-PMH/Identify': (node: XmlNode) => {
      own.title = textAt(node, 'repositoryName');
      own.base = textAt(node, 'baseURL');
      own.provider = makeProvider(own.title, '', textAt(node, 'adminEmail'));
    },
    'OAI-PMH/*/record': (node: XmlNode) => addOaiRecord(node, records),
    'OAI-PMH/*/resumptionToken': (node: XmlNode) => {
      own.token = node.text;
      own.size = Number(node.attributes.get('completeListSize') ?? 0);
    },
  };
  const xmlProblems = [document, ...document.parts].flatMap((part) => walkXml(part, rules));
  // Most repositories have papers and theses: their pages are followed only if records have a location.
  if (own.token !== '' && records.layers.some(({ extent }) => extent !== null)) {
    records.link(
      oaiRequest(oaiBase(document.finalUrl), `verb=ListRecords&resumptionToken=${encodeURIComponent(own.token)}`),
      'next',
    );
  }
  const layerCount = Math.max(records.count, Number.isInteger(own.size) ? own.size : 0);
  return records.describe(
    document,
    { title: own.title, provider: own.provider, claimedUrl: own.base || null, layerCount },
    xmlProblems,
  );
}

/** Returns further details of a record in a known standard. */
export function addOaiRecord(node: XmlNode, records: RecordList): ParsedRecord | undefined {
  const inside = node.children.find(({ name }) => name === 'metadata')?.children[0];
  const id = textAt(node, 'header', 'identifier');
  const record = inside === undefined ? null : readMetadataRecord(inside, records.problems);
  // Deleted records have a header only.
  if (inside === undefined) return undefined;
  records.add(record === null ? { name: id } : { ...recordLayer(record), name: record.id || id });
  if (record === null) return undefined;
  const isPlaced = record.extent !== null;
  for (const { url, label } of record.links) {
    if (isPlaced) records.link(url, [label, record.title].filter((text) => text !== '').join(' '));
  }
  return parsedRecord(record);
}
