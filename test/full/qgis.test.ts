// QGIS Server, part of the long rounds: heavy to install, and unlike the others in several ways.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceReport } from '../../src/model/report.ts';
import { probe } from '../../src/probe.ts';
import { forgedHost } from '../servers/forging-proxy.ts';
import { describeWith } from '../servers/needs.ts';
import { startQgisServer } from '../servers/qgis.ts';
import type { RunningServer } from '../servers/running-server.ts';
import { lakesExtent, sampleExtent, townsExtent } from '../servers/sample-data.ts';
import { crawlServer, expectKeptApart, expectRefused, expectServices, printServices } from '../servers/sweep.ts';

const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };
const boxes = { Towns: townsExtent, Lakes: lakesExtent };

async function reportsOf(url: string): Promise<readonly ResourceReport[]> {
  const reports: unknown[] = [];
  for await (const report of probe(url, { settings })) reports.push(report);
  return reports as ResourceReport[];
}

/** Every service of the project; the order of layers changes from one start to the next. */
const services = [
  {
    kind: 'wms',
    version: '1.3.0',
    at: '/',
    layers: { 'Places of Europe': sampleExtent, Heights: sampleExtent, ...boxes },
  },
  { kind: 'wfs', version: '1.1.0', at: '/', layers: boxes },
  { kind: 'wcs', version: '1.0.0', at: '/', layers: { Heights: sampleExtent } },
  { kind: 'wmts', version: '1.0.0', at: '/', layers: boxes },
  { kind: 'ogc-api-features', version: '1.0', at: '/wfs3/', layers: boxes },
];

describeWith('qgis', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startQgisServer();
  });
  afterAll(() => server.close());

  it('shows every service to a crawl from its root, which is a list in JSON', async () => {
    const resources = await crawlServer(server.url);
    printServices('QGIS Server 3.22', server.url, resources);
    expectServices(resources, services);
    for (const { software } of resources) expect(software).toBe('QGIS Server');
  });

  it('shows them to a probe of its root as well', async () => {
    const reports = await reportsOf(server.url);
    expect(reports.map(({ kind, version }) => [kind, version])).toEqual(
      services.map(({ kind, version }) => [kind, version]),
    );
  });

  it.each([
    ['WMS', '1.1.1', 4],
    ['WMS', '1.3.0', 4],
    ['WFS', '1.0.0', 2],
    ['WFS', '1.1.0', 2],
    ['WCS', '1.0.0', 1],
    ['WMTS', '1.0.0', 2],
  ])('is a %s %s', async (service, version, layerCount) => {
    const url = `${server.url}?SERVICE=${service}&REQUEST=GetCapabilities&VERSION=${version}`;
    const [report] = await reportsOf(url);
    const expected = { kind: service.toLowerCase(), version, title: 'Places of Europe', layerCount };
    expect(report).toMatchObject({ ...expected, endpoint: server.url, software: 'QGIS Server' });
  });

  // The value of SERVICE is compared with its case.
  it('is nothing where it answers with an error under status 200', () =>
    expectRefused(['wms', 'SOS'].map((service) => `${server.url}?SERVICE=${service}&REQUEST=GetCapabilities`)));

  // Its root would send a crawl on to the false name.
  it('is kept apart from the address it claims behind a careless proxy', () =>
    expectKeptApart(server, (url) => `${url}?SERVICE=WMS&REQUEST=GetCapabilities`, forgedHost));
});

describeWith('qgis', () => {
  describe('without content', () => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startQgisServer('empty');
    });
    afterAll(() => server.close());

    it('is a valid service that is flagged as empty', async () => {
      const reports = await reportsOf(server.url);
      const codes = new Map(reports.map(({ kind, problems }) => [kind, problems.map(({ code }) => code)]));
      console.log([...codes].map(([kind, list]) => `empty project: ${kind} ${list.join(' ')}`).join('\n'));
      expect(reports[0]).toMatchObject({ kind: 'wms', version: '1.3.0', title: 'Untitled' });
      expect(codes.get('wms')).toEqual(expect.arrayContaining(['service.empty', 'title.placeholder']));
      for (const kind of ['wfs', 'wcs', 'wmts']) expect(codes.get(kind)).toContain('ows.empty');
    });
  });
});
