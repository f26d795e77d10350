// Plugin kinds: what loads, what is rejected and why, and that their failures never stop a crawl.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { settingsWith } from '../config.ts';
import { identify } from '../identify/identify.ts';
import { suspicions } from '../identify/suspicions.ts';
import { kinds as builtIn } from '../kinds/index.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { PluginKind } from '../model/kind.ts';
import { probeDocument } from '../probe.ts';
import { loadPluginKinds, registryOf } from './kind-modules.ts';
import type { KindFailure } from './plugin-kind.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-kinds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const face = `title: 'Gauges', family: 'service', specification: 'none', tier: 2, forms: ['json'], dataset: 'gauge'`;
const functions = 'suspect: () => 0, probe: () => [], identify: () => [], describe: () => ({})';

let made = 0;
function moduleOf(source: string, ending = 'mjs'): string {
  const path = join(folder, `kind-${made++}.${ending}`);
  writeFileSync(path, source);
  return path;
}

function load(...paths: string[]) {
  return loadPluginKinds(settingsWith({ 'kinds.modules': paths }));
}

async function refusal(loading: Promise<unknown>): Promise<readonly [code: string, message: string]> {
  const error = await loading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GeotrawlError)) throw new Error(`no GeotrawlError but ${error}`);
  return [error.code, error.message];
}

describe('a module', () => {
  it('may export kinds under any name, in lists, beside other exports, and one under two names', async () => {
    const path = moduleOf(`
      export const first = { id: 'first', ${face}, ${functions} };
      export const more = [{ id: 'second', ${face}, ${functions} }];
      export const note = 'not a kind', settings = { id: 7 };
      export default first;`);
    const loaded = await load(path);
    expect(loaded.map(({ kind, from }) => [kind.id, from])).toEqual([
      ['first', path],
      ['second', path],
    ]);
    expect(registryOf(loaded).map(({ id }) => id)).toEqual(['first', 'second', ...builtIn.map(({ id }) => id)]);
  });

  it.each([
    ['config.kind-unreadable', 'No such module', () => join(folder, 'missing.mjs')],
    ['config.kind-unreadable', 'Error: no luck', () => moduleOf(`throw new Error('no luck');`)],
    ['config.kind-unreadable', 'does not load', () => moduleOf('export const = 1;')],
    ['config.kind-bad', 'exports no kind', () => moduleOf('export const answer = 42;')],
    [
      'config.kind-bad',
      'has the same id as one from geotrawl itself',
      () => moduleOf(`export const a = { id: 'wms', ${face}, ${functions} };`),
    ],
    [
      'config.kind-bad',
      'identify is "yes" (must be a function); describe is missing (must be a function)',
      () => moduleOf(`export const a = { id: 'a', ${face}, suspect() {}, probe() {}, identify: 'yes' };`),
    ],
    [
      'config.kind-bad',
      'id is "Not Good" (must be lower-case letters, digits and hyphens); title is missing (must be text)',
      () => moduleOf(`export const a = { id: 'Not Good', ${functions} };`),
    ],
    [
      'config.kind-bad',
      'forms is ["yaml"] (must be a list of xml',
      () => moduleOf(`export const a = { id: 'a', ${face}, ${functions}, forms: ['yaml'] };`),
    ],
    [
      'config.kind-bad',
      'more is 1 (must be a function)',
      () => moduleOf(`export const a = { id: 'a', ${face}, ${functions}, more: 1 };`),
    ],
  ])('is refused with %s: %s', async (code, words, path) => {
    expect(await refusal(load(path()))).toEqual([code, expect.stringContaining(words)]);
  });

  it('is rejected if another module has a kind with the same id', async () => {
    const [one, other] = [1, 2].map(() => moduleOf(`export const a = { id: 'a', ${face}, ${functions} };`));
    expect(await refusal(load(one!, other!))).toEqual(['config.kind-bad', expect.stringContaining(`one from ${one}`)]);
  });
});

const gauges: PluginKind = {
  id: 'gauges',
  title: 'Gauges',
  family: 'service',
  specification: 'none',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'gauge',
  suspect: ({ url }) => (url.endsWith('/pegel') ? 0.8 : 0),
  probe: (url) => [{ url }],
  identify: (document) =>
    document.text().includes('pegel') ? [{ kind: 'gauges', version: null, endpoint: document.finalUrl }] : [],
  describe: () => ({ title: 'Elbe', layers: [{ name: 'Dresden' }], links: [{ url: '/more' }] }),
};

function registryWith(changes: Partial<PluginKind>) {
  const failures: KindFailure[] = [];
  const kinds = registryOf([{ kind: { ...gauges, ...changes }, from: 'here' }], (failure) => failures.push(failure));
  return { kinds, failures };
}

const page = makeDocument({ url: 'http://a.example/x', bytes: Buffer.from('<html><body>pegel</body></html>') });
const unlike = { url: 'http://a.example/pegel', foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
const wms = makeDocument({ url: 'http://a.example/w', bytes: Buffer.from('<WMS_Capabilities version="1.3.0"/>') });

describe('a plugin kind', () => {
  it('sees pages and links that the prefilters reject', () => {
    const { kinds } = registryWith({});
    expect(identify(page, kinds).map(({ identity }) => identity.kind)).toEqual(['gauges']);
    expect(suspicions(unlike, kinds)).toEqual([{ kind: 'gauges', score: 0.8 }]);
    expect([identify(page, builtIn), suspicions(unlike, builtIn)]).toEqual([[], []]);
  });

  it('may omit most of a description', () => {
    const [discovery] = identify(page, registryWith({}).kinds);
    expect(discovery?.description).toMatchObject({
      title: 'Elbe',
      extent: null,
      layers: [{ name: 'Dresden', title: 'Dresden', crsCount: 0, parent: null }],
      layerCount: 1,
      links: [{ url: 'http://a.example/more', foundBy: 'description' }],
      problems: [],
    });
  });

  const broken = () => {
    throw new TypeError('oh no');
  };

  it('leaves a document to the other kinds when identify fails, reported once', () => {
    const { kinds, failures } = registryWith({ identify: broken, forms: ['xml'] });
    expect([1, 2].map(() => identify(wms, kinds)[0]?.identity.kind)).toEqual(['wms', 'wms']);
    const message = 'The kind "gauges" failed in identify: TypeError: oh no';
    expect(failures).toEqual([{ url: 'http://a.example/w', code: 'kind.failed', message }]);
  });

  it('records a resource with a problem when describe fails', () => {
    const [thrown] = identify(page, registryWith({ describe: broken }).kinds);
    expect(thrown?.description).toMatchObject({ title: '', problems: [{ code: 'kind.failed' }] });
    const odd = {
      title: 7,
      extent: [1, 2, 3, 400],
      layers: [{ name: 'a' }, null],
      links: [{ url: 'mailto:a@b.example' }, { url: 7 }],
    };
    const [filled] = identify(page, registryWith({ describe: () => odd as never }).kinds);
    expect(filled?.description).toMatchObject({ title: '', extent: null, layers: [{ name: 'a' }], links: [] });
    expect(filled?.description.problems[0]).toEqual({
      code: 'kind.failed',
      message: expect.stringMatching(/layers has null; title is 7; extent is \[1, 2, 3, 400\]; links has 7$/),
    });
  });

  it.each([
    ['suspect', { suspect: broken }],
    ['suspect', { suspect: () => 7 }],
    ['suspect', { suspect: () => 'much' as never }],
  ])('suspects nothing when %s fails, reported once for all links', (member, changes) => {
    const { kinds, failures } = registryWith(changes);
    expect([suspicions(unlike, kinds), suspicions({ ...unlike, url: 'http://b.example/pegel' }, kinds)]).toEqual([
      [],
      [],
    ]);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining(`failed in ${member}`)]);
  });

  it.each([
    ['no list', () => undefined],
    ['no identity', () => [null]],
    ['another kind', () => [{ kind: 'wms', version: null, endpoint: 'http://a.example/' }]],
    ['no address', () => [{ kind: 'gauges', version: null, endpoint: 'here' }]],
    ['an odd version', () => [{ kind: 'gauges', version: 2, endpoint: 'http://a.example/' }]],
  ])('claims nothing with %s as an identity', (_, result) => {
    const { kinds, failures } = registryWith({ identify: result as never });
    expect([identify(page, kinds), failures.length]).toEqual([[], 1]);
  });

  it('explains in a probe why nothing was found', () => {
    const outside = [{ kind: { ...gauges, identify: broken }, from: 'here' }];
    const [nothing] = probeDocument(page.bytes, { baseUrl: 'http://a.example/', outside });
    expect(nothing).toMatchObject({ kind: null, reason: { code: 'kind.failed' } });
    const [found] = probeDocument(wms.bytes, {
      baseUrl: 'http://a.example/',
      outside: [{ kind: { ...gauges, forms: ['xml'], identify: broken }, from: 'here' }],
    });
    expect(found).toMatchObject({
      kind: 'wms',
      problems: expect.arrayContaining([expect.objectContaining({ code: 'kind.failed' })]),
    });
  });
});
