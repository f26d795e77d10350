// Our probe against MapServer's OGC API Features, from every address a person may have of it.
import { expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { hints } from '../../src/identify/hints.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { ResourceReport } from '../../src/model/report.ts';
import { probe } from '../../src/probe.ts';
import { startMapServer } from './mapserver.ts';
import { describeWith } from './needs.ts';
import { sampleExtent } from './sample-data.ts';

const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };

async function reportsOf(url: string): Promise<readonly ResourceReport[]> {
  const reports: unknown[] = [];
  for await (const report of probe(url, { settings })) reports.push(report);
  return reports as ResourceReport[];
}

describeWith('mapserver', () => {
  it('is recognised as OGC API Features from its root and from below', async () => {
    const server = await startMapServer();
    const root = `${new URL(server.url).origin}/mapserv/places/ogcapi`;
    try {
      for (const path of [
        '',
        '?f=html',
        '/',
        '/collections',
        '/conformance?f=json',
        '/collections/towns/items?limit=1',
      ]) {
        const [report] = await reportsOf(root + path);
        expect([path, report]).toEqual([
          path,
          expect.objectContaining({
            kind: 'ogc-api-features',
            version: '1.0',
            title: 'Places of Europe',
            abstract: 'Towns and lakes, made for a test.',
            layerCount: 2,
          }),
        ]);
        expect(report?.endpoint.replace(/\/$/, '')).toBe(root);
        expect(report?.layers.map(({ name }) => name)).toEqual(['towns', 'lakes']);
        for (const [at, degrees] of sampleExtent.entries())
          expect(Math.abs((report?.extent?.[at] ?? 999) - degrees)).toBeLessThan(5);
      }
    } finally {
      await server.close();
    }
  });

  it('shows people a page that hints at the interface', async () => {
    const server = await startMapServer();
    try {
      const url = `${new URL(server.url).origin}/mapserv/places/ogcapi`;
      const response = await fetch(url, { headers: { accept: 'text/html' } });
      const document = makeDocument({ url, bytes: new Uint8Array(await response.arrayBuffer()) });
      expect(document.form).toBe('html');
      expect(hints(document, kinds)).toEqual([{ kind: 'ogc-api-features', url }]);
    } finally {
      await server.close();
    }
  });
});
