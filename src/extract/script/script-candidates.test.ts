// Scripts → candidates: classification, source maps, locations and link texts not covered by the corpus of cases.
import { describe, expect, it } from 'vitest';
import { hasMapWords, isLibrary, isOwnScript, namesMap } from './classify-script.ts';
import { parseScript } from './parse-script.ts';
import { scriptCandidates } from './script-candidates.ts';
import { candidateUrl, serviceAddress } from './service-url.ts';
import { inlineSourceMap, isSourceMap, readSourceMap, sourceMapReference } from './source-map.ts';

function candidates(text: string, pageUrl: string | null = null) {
  return scriptCandidates([{ text, file: '' }], pageUrl);
}

describe('the classification', () => {
  it.each([
    '/js/OpenLayers.js',
    'https://unpkg.com/leaflet@1.9/dist/leaflet.js',
    'https://js.arcgis.com/4.30/',
    'zoning-viewer.js',
  ])('classifies a page that loads %s as a map application', (src) => expect(namesMap(src)).toBe(true));
  it.each(['/static/app.js', 'https://cdn.example/jquery.min.js', '/bootstrap.js'])('not one that loads %s', (src) =>
    expect(namesMap(src)).toBe(false),
  );
  it('finds no map terms in the script of an ordinary page, which is then never parsed', () => {
    expect(hasMapWords('var cfg={id:7,url:"/static/app.js"};')).toBe(false);
    expect(candidates('var cfg={id:7,url:"https://a.example/geo"};')).toEqual([]);
  });
  it('fetches the own scripts of a map application, not its libraries', () => {
    const scripts = [
      'js/map.js',
      'assets/index-4f2a.js',
      'js/jquery-3.6.min.js',
      'lib/ol.js',
      'vendor/app.js',
      'leaflet-app.js',
    ];
    expect(scripts.filter(isOwnScript)).toEqual(['js/map.js', 'assets/index-4f2a.js', 'leaflet-app.js']);
  });
  it('recognizes a library by its banner or its definitions', () => {
    expect(isLibrary('OpenLayers.Layer.WMS = OpenLayers.Class(OpenLayers.Layer.Grid, {})', 'x.js')).toBe(true);
    expect(isLibrary('var map = L.map("m");', 'x.js')).toBe(false);
  });
});

describe('parsing', () => {
  it.each([
    ['a script', 'var a = 1; with (a) {}'],
    ['a module', 'import a from "b"; await a;'],
    ['TypeScript', 'abstract class A<T> { private b!: string; constructor(public c?: number) {} }'],
    ['old casts', 'const a: string = <any>b;'],
    ['JSX', 'const a = <div style={{ b: 1 }}>{c}</div>;'],
    ['a template', 'var a = {{ value|safe }}; {% if b %} c(); {% endif %}'],
    ['something broken', 'function a( { return b.c(; }'],
  ])('makes a tree of %s', (_, text) => expect(parseScript(text)?.type).toBe('Program'));
});

describe('candidates', () => {
  it('have the layer as title and the kind of the call', () => {
    expect(candidates('new OpenLayers.Layer.WMS("Roads", "http://a.example/ms?", {layers: "r"})')).toEqual([
      { url: 'http://a.example/ms', kind: 'wms', title: 'Roads', rule: 'call', isConfig: false },
    ]);
  });
  it("use the page's URL for its location", () => {
    const script =
      'L.tileLayer.wms(location.origin + "/geo/ows", {}); L.tileLayer.wms(location.protocol + "//b.example/x", {})';
    expect(candidates(script, 'http://a.example:81/map/').map(({ url }) => url)).toEqual([
      'http://a.example:81/geo/ows',
      'http://b.example/x',
    ]);
    expect(candidates(script).map(({ url }) => url)).toEqual(['/geo/ows', '//b.example/x']);
  });
  it('are configurations if a map script loads one', () => {
    expect(candidates('$.getJSON("data/layers.json", build); var m = new ol.Map({})')).toMatchObject([
      { url: 'data/layers.json', isConfig: true },
    ]);
  });
  it('follow imports among files that are read together', () => {
    const files = [
      {
        file: 'src/config.js',
        text: 'export const server = "https://a.example/base"; export default { path: "relief" };',
      },
      {
        file: 'src/map.js',
        text: 'import config, { server } from "./config"; L.tileLayer.wms(server + "/" + config.path, {})',
      },
    ];
    expect(scriptCandidates(files, null).map(({ url }) => url)).toEqual(['https://a.example/base/relief']);
  });
  it('come from the sources embedded in a bundle', () => {
    const map = {
      version: 3,
      sources: ['webpack:///./src/a.ts', 'node_modules/ol/x.js'],
      sourcesContent: [
        'L.tileLayer.wms("https://a.example/s" as string)',
        'L.tileLayer.wms("https://lib.example/wms")',
      ],
      mappings: '',
    };
    const reference = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const bundle = `L.tileLayer.wms("https://bundle.example/wms")\n//# sourceMappingURL=${reference}`;
    expect(candidates(bundle).map(({ url }) => url)).toEqual(['https://a.example/s']);
    expect(isSourceMap(JSON.stringify(map))).toBe(true);
  });
  it('become GetCapabilities requests in a crawl', () => {
    expect(candidateUrl({ url: 'https://a.example/relief?map=x', kind: 'wms' })).toBe(
      'https://a.example/relief?map=x&SERVICE=WMS&REQUEST=GetCapabilities',
    );
    expect(candidateUrl({ url: 'https://a.example/{z}/{x}/{y}.png', kind: 'wmts' })).toBe(
      'https://a.example/{z}/{x}/{y}.png',
    );
  });
});

describe('source maps', () => {
  it('are declared at the end of a script, inline or external', () => {
    expect(sourceMapReference('a\n//# sourceMappingURL=app.js.map\n')).toBe('app.js.map');
    expect(sourceMapReference('a')).toBeNull();
    expect(inlineSourceMap('app.js.map')).toBeNull();
    expect(inlineSourceMap('data:application/json,%7B%7D')).toBe('{}');
  });
  it('that are broken or have no sources are ignored', () => {
    for (const text of ['', '{', '[]', '{"version":3,"sources":["a"]}', '{"sources":["a"],"sourcesContent":[null]}'])
      expect(readSourceMap(text)).toBeNull();
  });
});

describe('the URL of a service', () => {
  it.each([
    ['https://a.example/wms?SERVICE=WMS&REQUEST=GetMap&map=/x.map&LAYERS=b', 'https://a.example/wms?map=/x.map'],
    ['https://{s}.a.example/{z}/{x}/{y}.png', 'https://a.a.example/{z}/{x}/{y}.png'],
    ['/proxy?url=https%3A%2F%2Fa.example%2Fwms', 'https://a.example/wms'],
    ['https://a.example/geo/ꙮ/wms', 'https://a.example/geo'],
    ['https://a.example/wms?time=ꙮ', 'https://a.example/wms'],
    ['https://ꙮ/wms', null],
    ['mapbox://styles/a', null],
    ['https://a.example/', 'https://a.example'],
  ])('%s → %s', (text, address) => expect(serviceAddress(text)).toBe(address));
});
