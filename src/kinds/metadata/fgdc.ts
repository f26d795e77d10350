// A metadata record in FGDC CSDGM.
import { readXmlRoot } from '../../base/xml/xml.ts';
import { walkXml } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { readFgdcRecord } from '../records/fgdc-record.ts';
import { describeRecord } from '../records/metadata-record.ts';

/** Within which <idinfo> must start: it is the first section of a record. */
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
  describe: (document) => describeRecord(document, ['metadata'], readFgdcRecord),
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
