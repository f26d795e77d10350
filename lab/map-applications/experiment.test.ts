// A small round of the experiment: one application read, one rendered, against a real MapServer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../../test/servers/needs.ts';
import { type ApplicationResult, runApplication } from './experiment.ts';
import { type ApplicationWeb, startApplicationWeb } from './serve.ts';
import { applications } from './services.ts';

let web: ApplicationWeb;

beforeAll(async () => {
  web = await startApplicationWeb();
});
afterAll(() => web.close());

function run(name: string): Promise<ApplicationResult> {
  const application = applications.find((one) => one.name === name);
  if (application === undefined) throw new Error(`no application ${name}`);
  return runApplication(application, web);
}

describeWith('mapserver+openlayers2', () => {
  it("finds all services of an OpenLayers 2 application by rules, with a tenth of a generic extractor's requests", async () => {
    const { byRules, missed, validated, genericValidated, genericFound } = await run('openlayers-2-functions');
    expect([byRules, missed]).toEqual([4, []]);
    expect(validated).toBeLessThanOrEqual(6);
    expect(genericValidated).toBeGreaterThan(10 * validated);
    expect(genericFound).toBe(0);
  });
});

describeWith('mapserver+chromium', () => {
  it('finds all services of an application that builds its URLs at run time, including hidden layers', async () => {
    const { byRules, byRendering, missed, genericFound } = await run('leaflet-assembled');
    expect({ byRules, byRendering, missed, genericFound }).toEqual({
      byRules: 0,
      byRendering: 4,
      missed: [],
      genericFound: 0,
    });
    expect(web.requests.filter((url) => /request=GetMap/i.test(url))).toEqual([]);
  });
});
