// Our own probe against real products, and its reading beside OWSLib's on the same documents.
import { expect, it } from 'vitest';
import type { ResourceReport } from '../../src/model/report.ts';
import { probe, probeDocument } from '../../src/probe.ts';
import { startMapCache } from './mapcache.ts';
import { startMapProxy } from './mapproxy.ts';
import { startMapServer } from './mapserver.ts';
import { describeWith } from './needs.ts';
import { readWithOwslib } from './owslib.ts';
import type { RunningServer } from './running-server.ts';
import { startTwms } from './twms.ts';

/** Nothing in the bare addresses of these two speaks of a map service. */
const capabilities = '?SERVICE=WMS&REQUEST=GetCapabilities';

/** Probes the server at the bare address a person would type, or with a query behind it. */
async function probeServer(start: () => Promise<RunningServer>, query = ''): Promise<unknown[]> {
  const server = await start();
  try {
    const reports: unknown[] = [];
    const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };
    for await (const report of probe(server.url + query, { settings })) reports.push(report);
    return reports;
  } finally {
    await server.close();
  }
}

describeWith('mapserver', () => {
  it('is recognised from its bare address', async () => {
    const [report] = await probeServer(startMapServer);
    expect(report).toMatchObject({ kind: 'wms', version: '1.3.0', title: 'Places of Europe', layerCount: 3 });
    expect((report as ResourceReport).software).toMatch('MapServer');
  });
});

describeWith('mapproxy', () => {
  it('is recognised from its bare address', async () => {
    const [report] = await probeServer(startMapProxy);
    expect(report).toMatchObject({ kind: 'wms', version: '1.3.0', title: 'Places of Europe, cached', layerCount: 3 });
  });
});

describeWith('mapcache', () => {
  it('is recognised from its capabilities', async () => {
    const [report] = await probeServer(startMapCache, capabilities);
    expect(report).toMatchObject({ kind: 'wms', version: '1.1.1', title: 'Places of Europe, in tiles', layerCount: 3 });
  });
});

describeWith('twms', () => {
  it('is recognised from its capabilities', async () => {
    const [report] = await probeServer(startTwms, capabilities);
    expect(report).toMatchObject({ kind: 'wms', title: 'twms based web map service' });
  });
});

describeWith('mapserver+owslib', () => {
  it.each(['1.1.1', '1.3.0'] as const)('agree with us on WMS %s', async (version) => {
    const server = await startMapServer();
    try {
      const response = await fetch(`${server.url}&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=${version}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const theirs = await readWithOwslib(bytes, version);
      const [report] = probeDocument(bytes, { baseUrl: server.url });
      const ours = report as ResourceReport;
      expect({ version: ours.version, title: ours.title, layers: ours.layers.map(({ name }) => name) }).toEqual(theirs);
    } finally {
      await server.close();
    }
  });
});
