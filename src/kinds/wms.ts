// OGC Web Map Service, versions 1.0.0 to 1.3.0.

import { endpointUrl } from '../base/endpoint.ts';
import { owsUrl } from '../base/ows-url.ts';
import { isWebUrl } from '../base/web-url.ts';
import { attribute, readXmlRoot, type XmlRoot } from '../base/xml.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Identity } from '../model/resource.ts';
import { readWmsCapabilities } from './wms-capabilities.ts';
import { checkWms } from './wms-check.ts';
import { describeWms } from './wms-describe.ts';
import { suspectWms } from './wms-suspect.ts';

const wmsNamespace = 'http://www.opengis.net/wms';

/** Names of the document element through the versions, and misspelled, in lower case. */
const rootNames = new Set(['wms_capabilities', 'wmt_ms_capabilities', 'wms_ms_capabilities', 'wmt_capabilities']);

export const wms: ResourceKind = {
  id: 'wms',
  title: 'Web Map Service',
  family: 'service',
  specification: 'OGC 06-042 (WMS 1.3.0), 01-068r3 (1.1.1), 00-028 (1.0.0)',
  suspect: suspectWms,
  probe,
  identify,
  describe: (document) => {
    const root = readWmsRoot(document);
    return describeWms(document, root, readWmsCapabilities(document, root === null ? null : readVersion(root)));
  },
  check: checkWms,
};

function identify(document: Document): readonly Identity[] {
  const root = readWmsRoot(document);
  return root === null ? [] : [{ kind: 'wms', version: readVersion(root), endpoint: readEndpoint(document) }];
}

/** The root's name decides; the namespace counts only where the name does not. */
function readWmsRoot(document: Document): XmlRoot | null {
  const root = readXmlRoot(document);
  if (root === null) return null;
  const isNamed = rootNames.has(root.name.toLowerCase());
  return isNamed || (root.name === 'Capabilities' && root.namespace === wmsNamespace) ? root : null;
}

function readVersion(root: XmlRoot): string | null {
  const version = attribute(root, 'version')?.trim() ?? '';
  return version === '' ? null : version;
}

/** The URL that answered is trusted over the one claimed, unless the document is a file of ours. */
function readEndpoint(document: Document): string {
  if (isWebUrl(document.finalUrl)) return endpointUrl(document.finalUrl);
  const { getMapUrl, serviceUrl } = readWmsCapabilities(document, null);
  const claimed = [getMapUrl, serviceUrl].find((url) => url !== null && isWebUrl(url));
  return claimed == null ? document.finalUrl : endpointUrl(claimed);
}

/**
 * Without VERSION first: a server then answers with its highest (WMS 1.3.0, 6.2.4), which nearly all do. The two that
 * follow are for servers that insist on VERSION (edge case 37) or know only the older one. Spelled exactly: QGIS Server
 * compares the value of SERVICE with its case.
 */
function probe(url: string): readonly ProbeRequest[] {
  const address = esriWmsAddress(url) ?? url;
  const requests = [undefined, '1.3.0', '1.1.1'].map((version) => ({ url: capabilitiesUrl(address, version) }));
  return isSavedCopy(address) ? [{ url: address }, ...requests.slice(0, 2)] : requests;
}

function capabilitiesUrl(url: string, version: string | undefined): string {
  const request = { service: 'WMS', request: 'GetCapabilities' };
  return owsUrl(url, version === undefined ? request : { ...request, version });
}

/** `…/capabilities.xml` without a query is a document, not a service that takes parameters. */
function isSavedCopy(url: string): boolean {
  return /^[^?#]+\.xml$/i.test(url);
}

/** `…/arcgis/rest/services/F/S/MapServer` offers WMS, where it does, at `…/arcgis/services/F/S/MapServer/WMSServer`. */
function esriWmsAddress(url: string): string | null {
  const match = /^(https?:\/\/[^?#]+?)\/rest\/services\/([^?#]+?\/(?:Map|Image)Server)(?:[/?#]|$)/i.exec(url);
  return match === null ? null : `${match[1]}/services/${match[2]}/WMSServer`;
}
