// Pages that do not end by themselves, or reach for what they must not, in a real Chromium: ended, and nothing was reached.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../servers/needs.ts';
import { type LoggingServer, openRenderBench, type RenderBench, startLoggingServer } from './render-bench.ts';

describeWith('chromium', () => {
  let bench: RenderBench;
  let server: LoggingServer;

  beforeAll(async () => {
    bench = openRenderBench(false);
    server = await startLoggingServer({});
  });

  afterAll(async () => {
    await bench.close();
    await server.close();
  });

  /** The browser lives, or a new one has taken its place. */
  async function expectNextPageWorks(): Promise<void> {
    const { seen, ended } = await bench.render('<script>fetch("http://wms.example/wms?service=WMS")</script>');
    expect(seen.map(({ url }) => url)).toContain('http://wms.example/wms?service=WMS');
    expect(ended).toBeNull();
  }

  /** Keeps a page from coming to rest before its mischief shows. */
  const unrest = '<script>setInterval(() => { new Image().src = "/t" }, 100)</script>';
  const hostile = [
    ['loops without end', '<script>for(;;);</script>', 'budget'],
    [
      'allocates script objects',
      '<script>const a=[];setInterval(()=>{for(let i=0;i<20;i++)a.push(new Array(1e5).fill(a.length))},1)</script>',
      '(?:memory|budget)',
    ],
    [
      'allocates buffers',
      '<script>const a=[];setInterval(()=>a.push(new Uint8Array(6e7).fill(1)),5)</script>',
      'memory',
    ],
    ['opens windows', '<script>for(let i=0;i<50;i++)window.open("http://b.example/")</script>', 'budget'],
    ['shows dialogs', '<script>for(;;)alert("again")</script>', 'budget'],
    ['loads itself again and again', '<script>location.reload()</script>', 'budget'],
    [
      'floods requests',
      '<script>setInterval(()=>{for(let i=0;i<100;i++)new Image().src="/t/"+Math.random()},20)</script>',
      'budget',
    ],
  ] as const;

  it.each(hostile)('closes a page that %s, and continues', async (_name, html, code) => {
    const { ended } = await bench.render(`<!doctype html>${unrest}${html}`, { budget: { timeMs: 12_000 } });
    // Collecting garbage may stop a page for longer than filling its memory takes: either way it is ended.
    expect(ended?.code).toMatch(new RegExp(`^render\\.${code}$`));
    await expectNextPageWorks();
  });

  it('keeps what a page asked for before it was ended', async () => {
    const html =
      '<script>new Image().src="http://a.example/wms?request=GetMap";setTimeout(()=>{for(;;);},200)</script>';
    const { seen, ended } = await bench.render(html, { budget: { timeMs: 6_000 } });
    expect(ended?.code).toBe('render.budget');
    expect(seen.map(({ url }) => url)).toContain('http://a.example/wms?request=GetMap');
  });

  it('lets no page reach an address the guard forbids, by any way', async () => {
    const { origin } = server;
    const port = new URL(origin).port;
    const escapes = `
      fetch('${origin}/fetched'); fetch('http://localhost:${port}/named'); fetch('http://[::ffff:127.0.0.1]:${port}/mapped');
      new Image().src = '${origin}/pictured.png'; navigator.sendBeacon('${origin}/beacon', 'x');
      fetch('${origin}/posted', { method: 'POST', mode: 'no-cors', body: 'x' });
      new WebSocket('ws://127.0.0.1:${port}/socket'); new EventSource('${origin}/events');
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'stylesheet', 'manifest', 'modulepreload'])
        document.head.append(Object.assign(document.createElement('link'), { rel, href: '${origin}/' + rel }));
      document.body.append(Object.assign(document.createElement('iframe'), { src: '${origin}/framed' }));
      const worker = URL.createObjectURL(new Blob(["fetch('${origin}/from-worker')"], { type: 'text/javascript' }));
      new Worker(worker); import('${origin}/module.js').catch(String);
      try { new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }).createDataChannel('x') } catch (error) { String(error) }
      setTimeout(() => { location.href = '${origin}/navigated' }, 300);`;
    const rendering = await bench.render(`<!doctype html><body><script>${escapes}</script>`);
    expect(server.paths).toEqual([]);
    expect(rendering.refused).toBeGreaterThan(0);
    expect(rendering.seen.map(({ url }) => url)).toEqual(
      expect.arrayContaining([`${origin}/fetched`, `${origin}/framed`, `${origin}/navigated`]),
    );
  });
});
