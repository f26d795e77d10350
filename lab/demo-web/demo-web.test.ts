// The demo web and its manifest agree, checked by requesting every host like a browser.
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLinks } from '../../test/servers/read-links.ts';
import { demoHosts } from './hosts.ts';
import {
  demoDeadLinks,
  demoDepth,
  demoNotServices,
  demoPages,
  demoSeeds,
  demoServices,
  demoServicesToFind,
  demoTrap,
  whyForbidden,
} from './manifest.ts';
import { type DemoWeb, startDemoWeb } from './serve.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

let web: DemoWeb;

beforeAll(async () => {
  web = await startDemoWeb();
  // Uses up the one 429 of the busy host.
  await ask('http://busy.weather-service.example/');
});

afterAll(() => web.close());

function ask(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { hostname, pathname, search } = new URL(url);
  const rule = web.resolve.find((entry) => entry.startsWith(`${hostname}=`));
  const [address, port] = (rule ?? web.elsewhere).split('=')[1]!.split(':');
  const options = {
    host: address,
    port: Number(port),
    path: pathname + search,
    headers: { host: hostname, ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Walks from the seeds over plain links and records each page's depth, without entering services and traps. */
async function walk(): Promise<{ depths: Map<string, number>; mentioned: Map<string, number> }> {
  const depths = new Map<string, number>();
  const mentioned = new Map<string, number>();
  let layer = [...demoSeeds, 'http://www.geodata-agency.example/sitemap.xml'];
  for (let depth = 0; layer.length > 0; depth++) {
    const next: string[] = [];
    for (const url of layer) {
      if (depths.has(url) || !isDemoHost(url) || isNoPage(url)) continue;
      const reply = await ask(url);
      const type = String(reply.headers['content-type']);
      if (reply.status === 302) next.push(new URL(String(reply.headers.location), url).href);
      const isPage = reply.status === 302 || (reply.status === 200 && /html|application\/xml/.test(type));
      if (!isPage) continue;
      depths.set(url, depth);
      const links = readLinks(reply.body.toString(), url);
      next.push(...links.follow);
      for (const link of links.mentioned) if (!mentioned.has(link)) mentioned.set(link, depth + 1);
    }
    layer = next;
  }
  return { depths, mentioned };
}

function isNoPage(url: string): boolean {
  return url.startsWith(demoTrap) || whyForbidden(url) !== null || /[?&](map|request)=/i.test(url);
}

function isDemoHost(url: string): boolean {
  return demoHosts.some(({ name }) => name === new URL(url).hostname);
}

describe('the pages', () => {
  it('are those of the manifest, at the depth it states', async () => {
    const { depths } = await walk();
    const pages = [...depths.keys()].filter((url) => !url.endsWith('/sitemap.xml') && !url.includes('/login.html?'));
    expect(pages.sort()).toEqual([...demoPages].sort());
    expect(demoPages.length).toBeGreaterThan(60);
    expect(Math.max(...depths.values())).toBeLessThan(demoDepth);
  });

  it('mention no demo URL that does not exist, dead links aside', async () => {
    const { mentioned } = await walk();
    const dead = demoDeadLinks.map(({ url }) => url);
    const missing: string[] = [];
    for (const url of mentioned.keys()) {
      if (!isDemoHost(url) || dead.includes(url)) continue;
      const { status } = await ask(url);
      const quirk = demoServices.find(({ endpoint }) => url.startsWith(endpoint));
      if (status !== (quirk?.status ?? 200) && status !== 301 && status !== 302 && status !== 400) missing.push(url);
    }
    expect(missing).toEqual([]);
    expect(dead.filter((url) => !mentioned.has(url))).toEqual([]);
  });
});

describe('the services', () => {
  it.each(demoServices)('$title responds at $endpoint', async (service) => {
    const separator = service.endpoint.includes('?') ? '&' : '?';
    const url = `${service.endpoint}${separator}SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.1.1`;
    const reply = await ask(url, { cookie: 'karta=ja' });
    const charset = service.file === 'geologia.xml' ? 'windows-1252' : 'utf-8';
    const text = new TextDecoder(charset, { fatal: true }).decode(reply.body);
    expect(reply.status).toBe(service.status ?? 200);
    expect(text).toMatch(new RegExp(`<(WMS|WMT_MS)_Capabilities[^>]* version="${service.version}"`));
    expect(/<Title>(.*?)<\/Title>/.exec(text)?.[1]?.replaceAll('&amp;', '&')).toBe(service.title);
    expect([...text.matchAll(/<Layer[ >]/g)]).toHaveLength(service.layerCount);
  });

  it('cover every version and leave some for later', () => {
    expect(new Set(demoServices.map(({ version }) => version))).toEqual(new Set(['1.0.0', '1.1.0', '1.1.1', '1.3.0']));
    expect(demoServicesToFind).toHaveLength(24);
    expect(demoServices.filter(({ reachableBy }) => reachableBy === 'csw')).toHaveLength(2);
    expect(demoServices.filter(({ reachableBy }) => reachableBy === 'catalog')).toHaveLength(1);
  });

  it('that must be found are within reach of the depth given', async () => {
    const { mentioned } = await walk();
    const paths = [...mentioned.keys()].map((url) => decodeURIComponent(url).toLowerCase());
    const unseen = demoServicesToFind.filter((service) => {
      const endpoint = decodeURIComponent(service.endpoint).toLowerCase();
      const isMentioned = !['redirect', 'csw', 'external-script'].includes(service.reachableBy);
      return isMentioned && !paths.some((url) => url.startsWith(endpoint));
    });
    expect(unseen).toEqual([]);
    const later = demoServices.filter(({ reachableBy }) => reachableBy === 'catalog');
    expect(later.filter(({ endpoint }) => paths.some((url) => url.startsWith(endpoint.toLowerCase())))).toEqual([]);
    expect(Math.max(...mentioned.values())).toBeLessThanOrEqual(demoDepth);
  });

  it('that are not services respond with a page and status 200', async () => {
    for (const endpoint of demoNotServices) {
      const reply = await ask(endpoint);
      expect([reply.status, reply.headers['content-type']?.slice(0, 9)]).toEqual([200, 'text/html']);
    }
  });
});

describe('the hosts', () => {
  it('have separate addresses, and respond only to their name', async () => {
    expect(new Set(demoHosts.map(({ address }) => address)).size).toBe(demoHosts.length);
    const reply = await ask('http://www.lindholm.example/', { host: 'www.university-tejo.example' });
    expect(reply.status).toBe(421);
    expect((await ask('http://schemas.opengis.net/wms/')).status).toBe(421);
    expect(web.requests().at(-1)).toMatchObject({ host: 'schemas.opengis.net', address: '127.42.0.250', status: 421 });
  });

  it('refuse, redirect and set cookies as described', async () => {
    await expect(ask('http://gone.geodata-agency.example/wms')).rejects.toThrow('ECONNREFUSED');
    const moved = await ask('http://old.geodata-agency.example/services/boundaries?REQUEST=GetCapabilities');
    expect(moved.headers.location).toBe('http://maps.geodata-agency.example/wms/boundaries?REQUEST=GetCapabilities');
    const wall = await ask('http://www.lindholm.example/wms/detaljplan?request=GetCapabilities');
    expect([wall.status, wall.headers['set-cookie']]).toEqual([302, ['karta=ja; Path=/']]);
    expect((await ask('http://www.geodata-agency.example/members/')).headers.location).toMatch('/login.html');
    expect((await ask('http://maps.geodata-agency.example/_capabilities/elevation.xml')).status).toBe(404);
  });

  it('respond once with 429 and Retry-After if they are busy', async () => {
    const fresh = await startDemoWeb();
    const own = web;
    web = fresh;
    try {
      const first = await ask('http://busy.weather-service.example/');
      expect([first.status, first.headers['retry-after']]).toEqual([429, '1']);
      expect((await ask('http://busy.weather-service.example/')).status).toBe(200);
    } finally {
      web = own;
      await fresh.close();
    }
  });

  it('serve an endless calendar', async () => {
    const { body } = await ask(`${demoTrap}2024/12`);
    const links = readLinks(body.toString(), `${demoTrap}2024/12`).follow.filter((url) => url.startsWith(demoTrap));
    expect(links).toEqual(['2023/12', '2024/11', '2025/01', '2025/12'].map((month) => demoTrap + month));
  });
});

it('omits delays on request', async () => {
  const own = web;
  web = await startDemoWeb({ hurry: true });
  try {
    expect((await ask('http://busy.weather-service.example/')).status).toBe(200);
    expect((await ask('http://tiles.sakura-maps.example/robots.txt')).body.toString()).not.toMatch('Crawl-delay');
    const december = (await ask(`${demoTrap}2024/12`)).body.toString();
    expect(readLinks(december, demoTrap).follow).toEqual(['http://www.lindholm.example/', `${demoTrap}2024/11`]);
  } finally {
    await web.close();
    web = own;
  }
});

it('uses a given port, and reports when it is in use', async () => {
  await expect(startDemoWeb({ port: web.port })).rejects.toThrow('EADDRINUSE');
});
