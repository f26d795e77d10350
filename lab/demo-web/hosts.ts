// The named hosts of the demo web with their addresses and peculiarities.

export interface DemoHost {
  readonly name: string;
  /** A separate loopback address, so that limits per host and per address are both real. */
  readonly address: string;
  /** Delay before each response. */
  readonly slownessMs?: number;
  /** Responds to the first request (robots.txt aside) with 429 and this Retry-After. */
  readonly retryAfterSeconds?: number;
}

export const demoHosts: readonly DemoHost[] = [
  { name: 'www.geodata-agency.example', address: '127.42.0.1' },
  { name: 'maps.geodata-agency.example', address: '127.42.0.2' },
  { name: 'old.geodata-agency.example', address: '127.42.0.3' },
  { name: 'www.university-tejo.example', address: '127.42.0.4' },
  { name: 'geo.university-tejo.example', address: '127.42.0.5' },
  { name: 'data.open-portal.example', address: '127.42.0.6' },
  { name: 'blog.mapmaker.example', address: '127.42.0.7' },
  { name: 'www.lindholm.example', address: '127.42.0.8' },
  { name: 'geoserver.rift-atlas.example', address: '127.42.0.9' },
  { name: 'gis.ridgecounty.example', address: '127.42.0.10' },
  { name: 'tiles.sakura-maps.example', address: '127.42.0.11' },
  { name: 'ncwms.ocean-lab.example', address: '127.42.0.12', slownessMs: 300 },
  { name: 'busy.weather-service.example', address: '127.42.0.13', retryAfterSeconds: 1 },
  { name: 'archive.cartography-museum.example', address: '127.42.0.14' },
];

/** A host that has a name and an address but no server behind it: connections are refused. */
export const retiredHost: DemoHost = { name: 'gone.geodata-agency.example', address: '127.42.0.99' };

/** Stands for the rest of the internet with the `elsewhere` rule: it logs and responds with 421. */
export const elsewhereAddress = '127.42.0.250';
