// Every link, form, image and script of the pages leads to something on this server.
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApis, openApis } from '../apis/open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

/** Pages of one type are alike: this many of each are followed. */
const mostOfType = 3;

/** URLs of this server that a page links to, without fragments. */
function addressesIn(page: string, at: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, { href, src, action, method }) => {
      const address = name === 'form' && method?.toLowerCase() === 'post' ? undefined : (href ?? src ?? action);
      if (address !== undefined && URL.canParse(address, at)) found.push(new URL(address, at).href.split('#')[0]!);
    },
  });
  parser.end(page);
  return found.filter((address) => new URL(address).origin === new URL(at).origin);
}

/** The URL without ids and file names. */
function typeOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  return `${pathname.replaceAll(/[0-9a-f]{16}|[\w-]+\.\w+$/g, '*')}?${[...new Set(searchParams.keys())].sort().join('&')}`;
}

it('has no broken links', async () => {
  const queue = [`${apis.url}/`];
  const met = new Set(queue);
  const types = new Map<string, number>();
  const broken: string[] = [];
  for (const address of queue) {
    const response = await fetch(address);
    const body = await response.text();
    // 502: the servers of the test records don't exist.
    if (response.status >= 400 && response.status !== 502) broken.push(`${response.status} ${address}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const next of addressesIn(body, response.url)) {
      const type = typeOf(next);
      const count = types.get(type) ?? 0;
      if (met.has(next) || count >= mostOfType) continue;
      met.add(next);
      types.set(type, count + 1);
      queue.push(next);
    }
  }
  expect(broken).toEqual([]);
  expect(types.size).toBeGreaterThan(20);
}, 120_000);

it('documents every request of the OpenAPI description', async () => {
  const page = await (await apis.get('/help/api', { accept: 'text/html' })).text();
  const { paths } = await apis.json('/api/v1/openapi.json');
  const written = [...page.matchAll(/<h3[^>]*><code>([A-Z]+ [^<]+)<\/code>/g)].map(([, request]) => request);
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(written.sort()).toEqual(described.sort());
  expect(page).not.toContain('undefined');
});

it('states where to report a vulnerability, once a contact is set', async () => {
  expect((await apis.get('/.well-known/security.txt')).status).toBe(404);
  const reachable = await openApis({ 'politeness.contact': 'https://maps.example/contact' }, 1);
  const text = await (await reachable.get('/.well-known/security.txt')).text();
  await reachable.close();
  const [contact, expires, canonical] = text.split('\n');
  expect([contact, canonical]).toEqual([
    'Contact: https://maps.example/contact',
    `Canonical: ${reachable.url}/.well-known/security.txt`,
  ]);
  expect(Date.parse(expires!.slice('Expires: '.length))).toBeGreaterThan(Date.now());
});
