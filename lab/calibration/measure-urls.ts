// Measures URLs of services and ordinary pages, and how well they can be distinguished.
import { words } from '../../src/base/text/text.ts';
import { drawOf } from '../web/chance.ts';
import { kinds } from '../web/skeleton.ts';
import { geodataTopic } from '../web/topics.ts';
import type { SimulatedWeb } from '../web/web.ts';
import type { Measures } from './measure-collection.ts';
import { predictivePower } from './predictive-power.ts';

export interface LabeledUrl {
  readonly isService: boolean;
  readonly url: string;
}

/** Terms a user would look for. */
const distinctive =
  /wms|wfs|wcs|wmts|wps|csw|sos|tms|ows|getcapabilities|arcgis|mapserver|featureserver|geoserver|geonetwork|thredds|erddap|stac|rest\/services|kml/i;
const informativeHost = /geo|gis|map|carto|sig|sdi|inspire|ide/i;
/** Share of ordinary URLs of the benchmark that come from geospatial sites: mixed the same way here. */
const geodataShare = 0.46;

export function measureUrls(urls: readonly LabeledUrl[]): Measures {
  const services = urls.filter(({ isService }) => isService);
  const others = urls.filter(({ isService }) => !isService);
  const share = (list: readonly LabeledUrl[], holds: (url: string) => boolean): number =>
    list.filter(({ url }) => holds(url)).length / list.length;
  const power = (read: (url: string) => string): number =>
    predictivePower(
      urls.map(({ url, isService }) => ({
        group: hostOf(url),
        className: isService ? 'service' : 'other',
        words: words(read(url)),
      })),
      ['service'],
    );
  return {
    'services with a query': share(services, (url) => url.includes('?')),
    'services with GetCapabilities': share(services, (url) => /getcapabilities/i.test(url)),
    'services of GeoServer': share(services, (url) => /geoserver/i.test(url)),
    'services of ArcGIS': share(services, (url) => /rest\/services/i.test(url)),
    'services with a telling term': share(services, (url) => distinctive.test(pathOf(url))),
    'services on a host with a telling name': share(services, (url) => informativeHost.test(hostOf(url))),
    'segments by service': services.reduce((sum, { url }) => sum + segments(url), 0) / services.length,
    'others with a query': share(others, (url) => url.includes('?')),
    'others with a telling term': share(others, (url) => distinctive.test(pathOf(url))),
    'others on a host with a telling name': share(others, (url) => informativeHost.test(hostOf(url))),
    'URL → service or not': power((url) => url),
    'path → service or not': power(pathOf),
    'path without query → service or not': power((url) => pathOf(url).split('?')[0]!),
    'host name → service or not': power(hostOf),
  };
}

/** Equal numbers of service and other URLs; of the others, the same share from geospatial pages as in the benchmark. */
export function simulatedUrls(web: SimulatedWeb): LabeledUrl[] {
  const { kind, topic, size } = web.skeleton;
  const services = [...web.services];
  const pages = Array.from({ length: size }, (_, at) => at).filter((at) => kind[at] === kinds.page);
  const take = (list: readonly number[], count: number): number[] =>
    list
      .map((at) => ({ at, draw: drawOf(7, 'fetch', at) }))
      .sort((one, other) => one.draw - other.draw)
      .slice(0, count)
      .map(({ at }) => at);
  const expected = services.length;
  const others = [
    ...take(
      pages.filter((at) => topic[at] === geodataTopic),
      Math.round(expected * geodataShare),
    ),
    ...take(
      pages.filter((at) => topic[at] !== geodataTopic),
      Math.round(expected * (1 - geodataShare)),
    ),
  ];
  return [
    ...services.map((at) => ({ isService: true, url: web.urlOf(at) })),
    ...others.map((at) => ({ isService: false, url: web.urlOf(at) })),
  ];
}

/** Without `.example`, the suffix of all simulated names. */
function hostOf(url: string): string {
  return (url.split('/')[2] ?? '').replace(/\.example$/, '');
}

function pathOf(url: string): string {
  return url.split('/').slice(3).join('/');
}

function segments(url: string): number {
  return pathOf(url).split('?')[0]!.split('/').filter(Boolean).length;
}
