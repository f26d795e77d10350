// The URLs of a simulated web: host names, page paths by the habit of each host, and services by product.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { chanceOf, drawOf, drawWeighted } from './chance.ts';
import type { SimulatedHost } from './host-table.ts';
import { languages } from './languages.ts';
import { serviceAddress } from './service-addresses.ts';
import { shape } from './settings.ts';
import { kinds, type Skeleton } from './skeleton.ts';
import { geodataTopic } from './topics.ts';
import { madeUpWord, type Vocabulary } from './vocabulary.ts';

export interface Addresses {
  urlOf(at: number): string;
  hostName(host: number): string;
}

/** Names that suggest maps, on map servers and on sites about geodata. */
const machineNames = [
  'gis',
  'maps',
  'geoserver',
  'geo',
  'geoportal',
  'data',
  'services',
  'srv1',
  'apps',
  'ows',
  'www2',
  'web',
];
const machineWeights = [7, 6, 6, 4, 3, 2, 2, 2, 2, 1, 3, 3];
const geodataNames = ['geo', 'gis', 'geoportal', 'maps', 'geodata', 'sdi', 'carto'];
const domains = ['com', 'org', 'net', 'gov', 'edu'];
/** Folders of pages about services: help, catalogs, viewers. Measured: 8 % of ordinary URLs have a term of services. */
const decoys = [
  'geoserver/web',
  'wms/help',
  'docs/mapserver',
  'geonetwork/srv/eng',
  'arcgis/home',
  'services',
  'rest/services',
  'ows',
  'csw/about',
  'api/docs',
  'data/wfs',
];
/** Longer names get a number instead of more syllables. */
const nameRanks = 400;

export function makeAddresses(seed: number, { hosts, hostOf, kind, topic, vocabularies }: Skeleton): Addresses {
  // The last name is cached: addresses of one host are computed in a row.
  let known = -1;
  let knownName = '';
  const hostName = (number: number): string => {
    if (number !== known) {
      knownName = nameOf(seed, hosts, number);
      known = number;
    }
    return knownName;
  };
  return {
    hostName,
    urlOf: (at) => {
      const host = hosts[hostOf[at]!]!;
      const chance = chanceOf(seed, 'address', at);
      const local = at - host.start;
      const root = `http://${hostName(host.number)}/`;
      if (kind[at] === kinds.service) return root + serviceAddress(chance, local, hostHabit(seed, host));
      if (kind[at] === kinds.trap) return `${root}calendar?month=${local}&view=${chance.below(3)}`;
      return local === 0
        ? root
        : root + pagePath(chance, { seed, host, local, topic: topic[at]!, words: vocabularies[host.language]! });
    },
  };
}

/** Measured: 61 % of the hosts of services have a telling name, 17 % of the others. */
function informativeChance({ services, topic }: SimulatedHost): number {
  if (services > 0) return 0.7;
  return topic === geodataTopic ? 0.4 : 0.03;
}

function nameOf(seed: number, hosts: readonly SimulatedHost[], number: number): string {
  const host = hosts[number]!;
  const chance = chanceOf(seed, 'address', -1 - number);
  if (host.owner !== null) {
    const site = nameOf(seed, hosts, host.owner).split('.').slice(-3).join('.');
    return `${machineNames[drawWeighted(chance, machineWeights)]}.${site}`;
  }
  const language = languages[host.language]!;
  // At least two digits: servers are assigned by them.
  const base = madeUpWord(language, chance.below(nameRanks)) + String(number).padStart(2, '0');
  const isInformative = chance.next() < informativeChance(host);
  const label = isInformative ? `${geodataNames[chance.below(geodataNames.length)]}-${base}` : base;
  const domain = language.code === 'en' ? domains[chance.below(domains.length)] : language.code;
  return `www.${label}.${domain}.example`;
}

/** The URL style of a host: one draw for all its pages. */
function hostHabit(seed: number, { number }: SimulatedHost): number {
  return drawOf(seed, 'address', -1_000_000_000 - number);
}

interface PagePlace {
  readonly seed: number;
  readonly host: SimulatedHost;
  /** Within the host. */
  readonly local: number;
  readonly topic: number;
  readonly words: Vocabulary;
}

/** `section/word-12.html`, `section/word12` or `index.php?id=12&cat=section`. The local number keeps addresses apart. */
function pagePath(chance: SeededRandom, { seed, host, local, topic, words }: PagePlace): string {
  const word = (): string =>
    plain(chance.next() < shape.addressTopic ? words.topical(chance, topic) : words.general(chance));
  const habit = hostHabit(seed, host);
  if (habit < shape.dynamicHost) return `${habit < 0.06 ? 'index.php' : 'view.asp'}?id=${local}&cat=${word()}`;
  const isDecoy = topic === geodataTopic && chance.next() < shape.decoyAddress;
  const folders = isDecoy
    ? `${decoys[chance.below(decoys.length)]}/`
    : Array.from({ length: chance.below(3) }, () => `${chance.next() < 0.06 ? common(chance) : word()}/`).join('');
  const ending = chance.next() < 0.01 ? '.zip' : habit < 0.6 ? '.html' : '';
  return `${folders}${word()}${chance.next() < 0.5 ? '-' : ''}${local}${ending}`;
}

/** Folders that also occur in service URLs. */
function common(chance: SeededRandom): string {
  return ['data', 'api', 'files', 'catalog', 'items', 'en', 'docs', 'public'][chance.below(8)]!;
}

/** Without characters that need escaping in URLs. */
function plain(word: string): string {
  return word.normalize('NFD').replace(/[^a-z0-9]/g, '');
}
