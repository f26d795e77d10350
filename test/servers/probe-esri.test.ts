// Esri's feature service as Koop speaks it, found from a service, a layer and a query.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { type ProbeOutcome, probeUrl } from '../../src/identify/probe-url.ts';
import { arcgisFeatureServer } from '../../src/kinds/esri/arcgis-services.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Resource } from '../../src/model/resource.ts';
import { describeWithKoop, startKoop } from './koop.ts';
import type { RunningServer } from './running-server.ts';

const fetcher = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
afterAll(() => fetcher.close());

function probe(url: string): Promise<ProbeOutcome> {
  return probeUrl(url, { kinds, fetch: fetcher, clock: systemClock, delayMs: 0 });
}

describeWithKoop(() => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startKoop();
  });
  afterAll(() => server.close());

  it('is a feature service with its version, layer and extent', async () => {
    const { discoveries } = await probe(`${server.url}/towns/FeatureServer`);
    expect(discoveries).toHaveLength(1);
    const [{ identity, description }] = discoveries as [(typeof discoveries)[number]];
    expect(identity).toEqual({
      kind: 'arcgis-feature-server',
      version: '11.2',
      endpoint: `${server.url}/towns/FeatureServer`,
    });
    expect(description.software).toBe('Koop');
    expect(description.extent?.map((value) => Math.round(value * 100) / 100)).toEqual([-9.14, 38.71, 30.52, 60.17]);
    expect(description.layers).toMatchObject([
      { name: '0', title: 'towns.geojson', queryable: true, extent: description.extent, crs: ['EPSG:4326'] },
    ]);
  });

  it.each(['/lakes/FeatureServer/0', '/lakes/FeatureServer/0/query?where=1%3D1&f=html', '/lakes/FeatureServer/'])(
    'is found from %s',
    async (path) => {
      const { discoveries } = await probe(`${server.url}${path}`);
      expect(discoveries.map(({ identity }) => identity)).toEqual([
        { kind: 'arcgis-feature-server', version: '11.2', endpoint: `${server.url}/lakes/FeatureServer` },
      ]);
    },
  );

  it('answers the scored operation with a feature', async () => {
    const { discoveries } = await probe(`${server.url}/towns/FeatureServer`);
    const { identity, description } = discoveries[0]!;
    const [request] = arcgisFeatureServer.check!({ ...description, endpoint: identity.endpoint } as Resource);
    const document = await fetcher.get({ ...request!, maxBytes: 100_000 });
    expect(JSON.parse(document.text()).features).toHaveLength(1);
  });

  it('refuses an error that comes with status 200', async () => {
    const { discoveries, document } = await probe(`${server.url}/nothing/FeatureServer`);
    expect(discoveries).toEqual([]);
    expect(document?.status).toBe(200);
    expect(document?.text()).toContain('"error"');
  });
});
