// Other services that may live at a confirmed address: inferred from what is known there, not sprayed.
import { owsUrl } from '../base/ows-url.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Finding } from '../model/resource.ts';
import { suspicions } from './suspicions.ts';

/** A kind worth probing, and where. */
export interface Lead {
  readonly kind: string;
  readonly url: string;
}

/** Services of one address share software: the ones each product serves beside a WMS, by its name in `software`. */
const servedTogether: readonly (readonly [software: RegExp, services: readonly string[]])[] = [
  [/^(?:GeoServer|MapServer|QGIS Server|deegree|Constellation)/, ['WMS', 'WFS', 'WCS', 'WMTS', 'WPS']],
  [/^(?:MapProxy|MapCache|GeoWebCache)/, ['WMS', 'WMTS']],
  [/^(?:THREDDS|ncWMS|ERDDAP|rasdaman|datacube-ows)/, ['WMS', 'WCS', 'WMTS']],
];

/** Where the software is unknown, only the two that most often come together. */
const commonPair = ['WMS', 'WFS'];

/** How sure a kind must be of a request spelled for it. */
const certain = 0.9;

export function siblings(finding: Finding, kinds: readonly ResourceKind[]): readonly Lead[] {
  if (finding.family !== 'service') return [];
  const software = finding.description.software ?? '';
  const services = servedTogether.find(([pattern]) => pattern.test(software))?.[1] ?? commonPair;
  const leads = services.map((service) => leadFor(finding.identity.endpoint, service, kinds));
  return leads.filter((lead) => lead !== null && lead.kind !== finding.identity.kind) as Lead[];
}

/** The kind that owns requests of this service, at this address; null when the registry has none. */
export function leadFor(endpoint: string, service: string, kinds: readonly ResourceKind[]): Lead | null {
  const url = owsUrl(endpoint, { service, request: 'GetCapabilities' });
  const link: Link = { url, foundBy: 'sibling', anchor: '', window: '', nofollow: false };
  const best = suspicions(link, kinds)[0];
  return best === undefined || best.score < certain ? null : { kind: best.kind, url };
}
