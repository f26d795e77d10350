// What the proxy fetches for pages, and what it rejects: private addresses, anything but images, floods of requests.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Config, settingsWith } from '../../config.ts';
import { openPreviewProxy, type PreviewProxy } from './preview-proxy.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const signal = new AbortController().signal;
const opened: { server: Server; proxy: PreviewProxy }[] = [];

afterEach(async () => {
  for (const { server, proxy } of opened.splice(0)) {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  }
});

async function open(
  listener: RequestListener,
  settings: Partial<Config> = { 'network.allowPrivate': true },
  address = '127.0.0.1',
) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const proxy = openPreviewProxy(settingsWith(settings));
  opened.push({ server, proxy });
  return { url: `http://${address}:${(server.address() as AddressInfo).port}/`, proxy };
}

describe('the preview proxy', () => {
  it('detects the format by the first bytes, and caches images', async () => {
    let requests = 0;
    const { url, proxy } = await open((_, response) => {
      requests++;
      response.writeHead(200, { 'content-type': 'text/html' }).end(png);
    });
    expect((await proxy.draw(url, signal)).type).toBe('image/png');
    await proxy.draw(url, signal);
    expect(requests).toBe(1);
  });

  it('does not connect to private addresses, by name or by number', async () => {
    let requests = 0;
    const { url, proxy } = await open((_, response) => {
      requests++;
      response.end(png);
    }, {});
    for (const target of [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::ffff:127.0.0.1]')])
      await expect(proxy.draw(target, signal)).rejects.toMatchObject({ code: 'serve.preview-failed' });
    expect(requests).toBe(0);
  });

  it('follows redirects, but not to private addresses', async () => {
    let inside = 0;
    const hidden = await open((_, response) => response.end(`${inside++}`), {}, '127.0.0.2');
    const { url, proxy } = await open(
      ({ url: path }, response) => {
        if (path === '/drawn') response.end(png);
        else response.writeHead(302, { location: path === '/in' ? hidden.url : '/drawn' }).end();
      },
      { 'network.allowRanges': ['127.0.0.1/32'] },
    );
    expect((await proxy.draw(`${url}out`, signal)).type).toBe('image/png');
    await expect(proxy.draw(`${url}in`, signal)).rejects.toMatchObject({ code: 'serve.preview-failed' });
    expect(inside).toBe(0);
  });

  it.each([
    ['SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /no image/],
    ['a page', 'image/png', '<!doctype html><script>alert(1)</script>', /no image/],
    [
      'an exception',
      'text/xml',
      '<ServiceException>LayerNotDefined: roads</ServiceException>',
      /LayerNotDefined: roads/,
    ],
  ])('rejects %s with a reason', async (_name, type, body, reason) => {
    const { url, proxy } = await open((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
    await expect(proxy.draw(url, signal)).rejects.toMatchObject({
      code: 'serve.preview-failed',
      message: expect.stringMatching(reason),
    });
  });

  it('aborts endless responses', async () => {
    const { url, proxy } = await open((_, response) => {
      response.write(png);
      const flood = setInterval(() => response.write(Buffer.alloc(1 << 20)), 1);
      response.on('close', () => clearInterval(flood));
    });
    await expect(proxy.draw(url, signal)).rejects.toMatchObject({ message: 'The image is too large.' });
  });

  it('requests two at a time from a host, and limits the queue', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const { url, proxy } = await open((_, response) => {
      waiting.push(() => response.end(png));
      most = Math.max(most, waiting.length);
    });
    const drawn = Array.from({ length: 25 }, (_, n) => proxy.draw(`${url}?n=${n}`, signal));
    const release = setInterval(() => waiting.shift()?.(), 1);
    const results = await Promise.allSettled(drawn);
    clearInterval(release);
    expect(most).toBeLessThanOrEqual(2);
    expect(results.filter((each) => each.status === 'rejected')).toHaveLength(3);
  });
});
