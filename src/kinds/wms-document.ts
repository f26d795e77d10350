// What a WMS capabilities document is, and what it describes: for the kinds that live in one.
import { isWebUrl } from '../base/url/web-url.ts';
import { readXmlRoot, type XmlRoot } from '../base/xml/xml.ts';
import type { Document } from '../model/document.ts';
import type { Description, Identity } from '../model/resource.ts';
import { readEndpoint, readVersion } from './ogc/ows/ows-root.ts';
import { readWmsCapabilities } from './ogc/wms/wms-capabilities.ts';
import { describeWms } from './wms-describe.ts';

const wmsNamespace = 'http://www.opengis.net/wms';

/** Names of the document element through the versions, and misspelled, in lower case. */
const rootNames = new Set(['wms_capabilities', 'wmt_ms_capabilities', 'wms_ms_capabilities', 'wmt_capabilities']);

export function identifyWms(document: Document): readonly Identity[] {
  const root = readWmsRoot(document);
  if (root === null) return [];
  return [
    { kind: 'wms', version: readVersion(root), endpoint: readEndpoint(document, () => claimedAddress(document)) },
  ];
}

export function describeWmsDocument(document: Document): Description {
  const root = readWmsRoot(document);
  return describeWms(document, root, readWmsCapabilities(document, root === null ? null : readVersion(root)));
}

/** The root's name decides; the namespace counts only where the name does not. */
function readWmsRoot(document: Document): XmlRoot | null {
  const root = readXmlRoot(document);
  if (root === null) return null;
  const isNamed = rootNames.has(root.name.toLowerCase());
  return isNamed || (root.name === 'Capabilities' && root.namespace === wmsNamespace) ? root : null;
}

function claimedAddress(document: Document): string | null {
  const { getMapUrl, serviceUrl } = readWmsCapabilities(document, null);
  return [getMapUrl, serviceUrl].find((url) => url !== null && isWebUrl(url)) ?? null;
}
