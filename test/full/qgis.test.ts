// QGIS Server, part of the long rounds: heavy to install, and unlike the others in several ways.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../servers/needs.ts';
import { startQgisServer } from '../servers/qgis.ts';
import type { RunningServer } from '../servers/running-server.ts';

describeWith('qgis', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startQgisServer();
  });
  afterAll(() => server.close());

  it.each(['1.1.1', '1.3.0'])('answers WMS %s', async (version) => {
    const response = await fetch(`${server.url}?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=${version}`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toMatch(new RegExp(`<(WMS|WMT_MS)_Capabilities[^>]* version="${version}"`));
    expect(text).toMatch('<Title>Towns</Title>');
  });

  it('compares the value of SERVICE with its case', async () => {
    const response = await fetch(`${server.url}?SERVICE=wms&REQUEST=GetCapabilities`);
    expect(await response.text()).not.toMatch('<WMS_Capabilities');
  });
});
