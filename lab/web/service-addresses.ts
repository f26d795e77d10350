// URLs of simulated services, in realistic proportions: products differ in how distinctive their URLs are.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { languages } from './languages.ts';
import { madeUpWord } from './vocabulary.ts';

/** Which software a host runs, with its share of real service URLs. Measured (`urls-benchmark.tsv`). */
const products = [
  { name: 'geoserver', share: 0.43 },
  { name: 'arcgis', share: 0.25 },
  { name: 'mapserver', share: 0.04 },
  { name: 'other', share: 0.16 },
  { name: 'silent', share: 0.12 },
] as const;

export type Product = (typeof products)[number]['name'];

/** `habit` is the host's random number in [0, 1): one host runs one product. */
export function productOf(habit: number): Product {
  let rest = habit;
  for (const { name, share } of products) {
    rest -= share;
    if (rest < 0) return name;
  }
  return 'silent';
}

/** Kinds of OGC services by share of real URLs. Measured. */
const protocols = ['WMS', 'WMS', 'WMS', 'WMS', 'WFS', 'WFS', 'CSW', 'WCS', 'WMTS'] as const;
const versions = { WMS: '1.3.0', WFS: '2.0.0', CSW: '2.0.2', WCS: '1.0.0', WMTS: '1.0.0' } as const;

/** Path and query of a service, without the leading slash. `local` distinguishes services of one host. */
export function serviceAddress(chance: SeededRandom, local: number, habit: number): string {
  const name = `${madeUpWord(languages[0]!, chance.below(300))}${local}`;
  const protocol = protocols[chance.below(protocols.length)]!;
  const query = (withVersion: boolean): string =>
    `service=${protocol}${withVersion ? `&version=${versions[protocol]}` : ''}&request=GetCapabilities`;
  switch (productOf(habit)) {
    case 'geoserver':
      if (chance.next() < 0.2) return `geoserver/gwc/service/${chance.next() < 0.6 ? 'wmts' : 'tms/1.0.0'}/${name}`;
      return `geoserver/${name}/ows?${query(chance.next() < 0.8)}`;
    case 'arcgis':
      return `arcgis/rest/services/${name}/${chance.next() < 0.8 ? 'MapServer' : 'FeatureServer'}${chance.next() < 0.55 ? '?f=pjson' : ''}`;
    case 'mapserver':
      return `cgi-bin/mapserv?map=${name}.map&${query(false)}`;
    case 'other':
      return `${['wms', 'ows', 'thredds', 'csw', 'stac', 'service'][chance.below(6)]}/${name}${chance.next() < 0.6 ? `?${query(chance.next() < 0.5)}` : '?f=json'}`;
    case 'silent':
      return `${['data/', 'api/', 'catalog/', 'files/', '', ''][chance.below(6)]}${name}${['', '/', '.zip', '/items'][chance.below(4)]}`;
  }
}
