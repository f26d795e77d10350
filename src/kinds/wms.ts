// OGC Web Map Service, versions 1.0.0 to 1.3.0.

import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import { capabilitiesProbes } from './ogc/ows/ows-address.ts';
import { checkWms } from './ogc/wms/wms-check.ts';
import { describeWmsDocument, identifyWms } from './wms-document.ts';
import { suspectWms } from './wms-suspect.ts';

export const wms: ResourceKind = {
  id: 'wms',
  title: 'Web Map Service',
  family: 'service',
  specification: 'OGC 06-042 (WMS 1.3.0), 01-068r3 (1.1.1), 00-028 (1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'layer',
  suspect: suspectWms,
  probe,
  identify: identifyWms,
  describe: describeWmsDocument,
  check: checkWms,
};

/**
 * Without VERSION first: a server then answers with its highest (WMS 1.3.0, 6.2.4), which nearly all do. The two that
 * follow are for servers that insist on VERSION (edge case 37) or know only the older one; the last also for those that
 * take names in lower case only. Values are spelled exactly: QGIS Server compares the one of SERVICE with its case.
 */
function probe(url: string): readonly ProbeRequest[] {
  return capabilitiesProbes(esriWmsAddress(url) ?? url, 'WMS', [
    {},
    { version: '1.3.0' },
    { version: '1.1.1', isLower: true },
  ]);
}

/** `…/arcgis/rest/services/F/S/MapServer` offers WMS, where it does, at `…/arcgis/services/F/S/MapServer/WMSServer`. */
function esriWmsAddress(url: string): string | null {
  const match = /^(https?:\/\/[^?#]+?)\/rest\/services\/([^?#]+?\/(?:Map|Image)Server)(?:[/?#]|$)/i.exec(url);
  return match === null ? null : `${match[1]}/services/${match[2]}/WMSServer`;
}
