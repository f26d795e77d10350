// Candidate → the URL to offer the crawl: a service known by its kind is asked for its capabilities.
import { owsUrl } from '../../base/url/ows-url.ts';
import type { Candidate } from './find-candidates.ts';

const owsServices: Readonly<Record<string, string>> = { wms: 'WMS', wmts: 'WMTS', wfs: 'WFS', wcs: 'WCS', csw: 'CSW' };

/**
 * The script has told what the address is for, though it may not look like it (`https://host/relief`): said in the URL,
 * since that is all a link is judged by.
 */
export function candidateUrl({ url, kind }: Pick<Candidate, 'url' | 'kind'>): string {
  const service = owsServices[kind ?? ''];
  const isWhole = /[{}]|\.(?:xml|json)(?:\?|$)|\/rest\//i.test(url);
  return service === undefined || isWhole ? url : owsUrl(url, { service, request: 'GetCapabilities' });
}
