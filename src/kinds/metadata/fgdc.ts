// A metadata record after FGDC CSDGM.

import { readXmlRoot } from '../../base/xml/xml.ts';
import { walkXml } from '../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { describeRecord } from '../metadata-describe.ts';
import { emptyRecord, type MetadataRecord } from '../metadata-record.ts';
import { readFgdcRecord } from '../records/fgdc-record.ts';

/** Within which <idinfo> must begin: it is the first section of a record. */
const headBytes = 16_384;

export const fgdc: ResourceKind = {
  id: 'fgdc',
  title: 'FGDC metadata record',
  family: 'file',
  specification: 'FGDC-STD-001-1998 (CSDGM)',
  tier: 2,
  forms: ['xml'],
  dataset: 'record',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    if (!path.endsWith('.xml')) return 0;
    if (/\.shp\.xml$|\/fgdc\//.test(path)) return 0.6;
    return /\bfgdc\b/i.test(anchor) || /fgdc/.test(path) ? 0.6 : 0;
  },
  probe: (url) => [{ url }],
  identify,
  describe,
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name !== 'metadata') return [];
  let version = '';
  let hasTitle = false;
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  walkXml(head, {
    'metadata/idinfo/citation/citeinfo/title': () => {
      hasTitle = true;
    },
  });
  if (!hasTitle) return [];
  walkXml(document, {
    'metadata/metainfo/metstdv': ({ text }) => {
      version = text;
    },
  });
  return [{ kind: 'fgdc', version: version === '' ? null : version.slice(0, 40), endpoint: documentAddress(document) }];
}

function describe(document: Document): Description {
  const problems = new ProblemTally();
  let record: MetadataRecord = emptyRecord;
  const odd = walkXml(document, {
    metadata: (node) => {
      record = readFgdcRecord(node, problems);
    },
  });
  return describeRecord(document, record, [...odd, ...problems.list()]);
}
