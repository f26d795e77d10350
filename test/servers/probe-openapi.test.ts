// Our reading of a real OpenAPI document: the one MapServer's OGC API Features writes about itself.
import { expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { identify } from '../../src/identify/identify.ts';
import { suspicions } from '../../src/identify/suspicions.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { ProbeReport } from '../../src/model/report.ts';
import { probe } from '../../src/probe.ts';
import { startMapServer } from './mapserver.ts';
import { describeWith } from './needs.ts';

const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };

describeWith('mapserver', () => {
  it('is read as OpenAPI, and leads up to the landing page', async () => {
    const server = await startMapServer();
    const root = `${new URL(server.url).origin}/mapserv/places/ogcapi`;
    try {
      const url = `${root}/api?f=json`;
      const response = await fetch(url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const [discovery] = identify(makeDocument({ url, bytes }), kinds);
      expect(discovery?.identity).toEqual({
        kind: 'openapi',
        version: expect.stringMatching(/^3\.0\./),
        endpoint: url,
      });
      const { title, layers, links } = discovery!.description;
      expect(title).toBe('Places of Europe');
      expect(layers.length).toBeGreaterThan(5);
      expect(layers.map((layer) => layer.title)).toContain('Landing page');
      const [link] = links;
      expect(link?.url.replace(/\/$/, '')).toBe(root);
      expect(suspicions(link!, kinds)[0]?.kind).toBe('ogc-api-features');
      // A person who has only the address of the description gets the API first.
      const reports: ProbeReport[] = [];
      for await (const report of probe(url, { settings })) reports.push(report);
      expect(reports.map(({ kind }) => kind)).toEqual(['ogc-api-features', 'openapi']);
    } finally {
      await server.close();
    }
  });
});
