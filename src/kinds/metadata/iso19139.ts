// A metadata record in ISO 19115, as ISO 19139 or ISO 19115-3 XML.
import { readXmlRoot } from '../../base/xml/xml.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { isIsoRecord, readIsoRecord } from '../records/iso-record.ts';
import { describeRecord } from '../records/metadata-record.ts';

/** Namespaces by version: gmd and gmi of 2005 and later, mdb of ISO 19115-3. Saved files often have none. */
const namespace = /isotc211\.org|standards\.iso\.org\/iso\/19115|\/(?:gmd|gmi|mdb)(?:\/|$)/i;

export const iso19139: ResourceKind = {
  id: 'iso19139',
  title: 'ISO 19115 metadata record',
  family: 'file',
  specification: 'ISO 19115-1, ISO/TS 19139, ISO 19115-3',
  tier: 1,
  forms: ['xml'],
  dataset: 'record',
  suspect: ({ url, anchor }) => {
    const { path, query } = splitAddress(url);
    if (/outputschema=[^&]{0,80}(?:gmd|iso19139|mdb)/.test(query) && /request=getrecordbyid/.test(query)) return 0.7;
    if (/\/formatters\/xml$|\/xml\.metadata\.get$|\.iso19139\.xml$|\/xml_iso19139(?:\.\w{1,10})?$/.test(path))
      return 0.8;
    if (isTalk(path)) return 0;
    if (/\/(?:iso|iso19139|gmd|iso19115|metadata)\/[^/]{1,200}\.xml$/.test(path)) return 0.6;
    return /\biso ?191(?:15|39)\b/i.test(anchor) && /\.xml$/.test(path) ? 0.6 : 0;
  },
  probe: (url) => [{ url }],
  identify,
  describe: (document) => describeRecord(document, ['MD_Metadata', 'MI_Metadata'], readIsoRecord),
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root === null || !isIsoRecord(root.name)) return [];
  if (root.namespace !== null && root.namespace !== '' && !namespace.test(root.namespace)) return [];
  return [{ kind: 'iso19139', version: readVersion(root.namespace), endpoint: documentAddress(document) }];
}

/** The last segment of the namespace is the encoding: gmd, gmi, or the version of mdb. */
function readVersion(uri: string | null): string | null {
  return /\/([\w.]{1,10})\/?$/.exec(uri?.trim() ?? '')?.[1] ?? null;
}
