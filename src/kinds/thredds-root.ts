// Whether an XML document is a THREDDS inventory catalog: by namespace, else by what stands in it.

import type { XmlRoot } from '../base/xml/xml.ts';
import { walkXml } from '../base/xml/xml-walk.ts';
import type { Document } from '../model/document.ts';

const namespace = /unidata\.ucar\.edu\/(?:thredds|namespaces\/thredds)/i;
const headBytes = 16_384;

export function isInventory(document: Document, root: XmlRoot): boolean {
  if (root.name !== 'catalog') return false;
  if (namespace.test(root.namespace ?? '')) return true;
  // "catalog" is a common name: without the namespace its typical attributes must be there.
  if (root.namespace !== null && root.namespace !== '') return false;
  let isTypical = false;
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  const look = ({ attributes }: { readonly attributes: ReadonlyMap<string, string> }) => {
    isTypical ||= attributes.has('serviceType') || attributes.has('urlPath') || attributes.has('serviceName');
  };
  walkXml(head, { '**/service': look, '**/dataset': look, '**/access': look });
  return isTypical;
}
