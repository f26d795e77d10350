// The loopback site and the crawlers for comparison, from ../shared/tools/peers; set up in .cache/peers at run time.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './measured-run.ts';

const source = fileURLToPath(new URL('../../shared/tools/peers/', import.meta.url));
const folder = fileURLToPath(new URL('../.cache/peers/', import.meta.url));

/** The site: pages of 20.5 KB with 40 links each, on hosts from 127.0.0.2. */
export const sitePages = 20_000;
export const siteHosts = 40;

export interface Site {
  readonly seed: string;
  readonly port: number;
  /** Pages served so far, counted by the server, without 404 responses. */
  served(): Promise<number>;
  stop(): void;
}

export interface Peer {
  readonly name: string;
  /** Null if unavailable here; `absence` is the reason. */
  readonly program: ((site: Site) => Program) | null;
  readonly absence?: string;
}

/** Copies, compiles and installs what is missing. Throws if the peers' folder is missing. */
export function preparePeers(): Peer[] {
  if (!existsSync(source)) throw new Error(`the peers are not at ${source}`);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source)) cpSync(join(source, name), join(folder, name), { mode: 0 });
  run('chmod', ['-R', 'u+w', folder]);
  if (!existsSync(join(folder, 'server'))) run('gcc', ['-O2', '-w', '-o', 'server', 'server.c']);
  const hasPackages = existsSync(join(folder, 'node_modules/@crawlee/cheerio')) || run('npm', ['install']);
  const hasScrapy = run('scrapy', ['version']) || installScrapy();
  const node = (name: string, ...parameters: string[]): Peer =>
    hasPackages
      ? { name, program: (site) => peerProgram(site, process.execPath, parameters) }
      : { name, program: null, absence: 'npm could not install it' };
  return [
    node('raw loop: fetch only (undici dispatch)', 'raw-fetch.mjs', `${sitePages}`, 'dispatch'),
    node('bare loop: fetch + links + text', 'raw-crawl2.mjs', `${sitePages}`, 'text'),
    node('Crawlee HttpCrawler', 'crawlee.mjs', '4000', 'http'),
    node('Crawlee CheerioCrawler', 'crawlee.mjs', '3000', 'cheerio'),
    hasScrapy
      ? { name: 'Scrapy', program: (site) => peerProgram(site, 'scrapy', ['runspider', 'spider.py'], { N: '2500' }) }
      : { name: 'Scrapy', program: null, absence: 'needs scrapy (apt-get install python3-scrapy)' },
  ];
}

function peerProgram(
  site: Site,
  command: string,
  parameters: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Program {
  return { command, parameters, folder, environment: { PORT: `${site.port}`, NH: `${siteHosts}`, ...more } };
}

function installScrapy(): boolean {
  return process.getuid?.() === 0 && run('apt-get', ['install', '-y', 'python3-scrapy']) && run('scrapy', ['version']);
}

/** True if the program succeeded. */
function run(command: string, parameters: readonly string[]): boolean {
  return spawnSync(command, parameters, { cwd: folder, stdio: 'ignore' }).status === 0;
}

/** Starts the site on a free port: the compiled server, or its JavaScript equivalent without a compiler. */
export async function startSite(): Promise<Site> {
  const port = await freePort();
  const parameters = [`${port}`, `${sitePages}`, `${siteHosts}`];
  const compiled = join(folder, 'server');
  const [command, ...first] = existsSync(compiled) ? [compiled] : [process.execPath, 'server.mjs'];
  const server = spawn(command!, [...first, ...parameters], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    server.stderr.once('data', () => resolve());
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the site's server ended with ${code}`)));
  });
  const origin = `http://127.0.0.2:${port}`;
  let requests = 0;
  const served = async () => {
    const counts = (await (await fetch(`${origin}/stats`)).json()) as { req: number; nf: number };
    requests++;
    return counts.req - counts.nf - requests;
  };
  return { seed: `${origin}/p/0.html`, port, served, stop: () => server.kill() };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.2', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
