// Candidate → the URL to pass to the crawl: GetCapabilities for a service of a known kind.
import { owsUrl } from '../../base/url/ows-url.ts';
import type { Candidate } from './find-candidates.ts';

const owsServices: Readonly<Record<string, string>> = { wms: 'WMS', wmts: 'WMTS', wfs: 'WFS', wcs: 'WCS', csw: 'CSW' };

/**
 * The script reveals the kind, though the URL may not look like it (`https://host/relief`): it is made part of the URL,
 * the only thing links are scored by.
 */
export function candidateUrl({ url, kind }: Pick<Candidate, 'url' | 'kind'>): string {
  const service = owsServices[kind ?? ''];
  const isWhole = /[{}]|\.(?:xml|json)(?:\?|$)|\/rest\//i.test(url);
  return service === undefined || isWhole ? url : owsUrl(url, { service, request: 'GetCapabilities' });
}
