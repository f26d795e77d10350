// Pages with scripts → links: map applications are analyzed, ordinary pages are not.
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { extractPage } from '../extract.ts';

function links(text: string, type: string, url = 'http://a.example/app/') {
  const document = makeDocument({ url, bytes: Buffer.from(text), headers: { 'content-type': type } });
  return extractPage(document).links.map((link) => `${link.foundBy} ${link.url} ${link.anchor}`.trim());
}

describe('a page that is a map application', () => {
  const page = `<html><script src="lib/OpenLayers.js"></script><script src="js/map.js?v=2"></script><script src="js/slider.js"></script>
    <script>var home = "http://www.b.example/"; var host = "http://b.example";</script>
    <script>new OpenLayers.Layer.WMS("Roads", host + "/relief", {layers: "r"});</script><a href="next">x</a></html>`;
  it('has the services of its scripts and its own script files, and no other URL of its scripts', () => {
    expect(links(page, 'text/html')).toEqual([
      'link http://a.example/app/next x',
      'script http://b.example/relief?SERVICE=WMS&REQUEST=GetCapabilities Roads',
      'script http://a.example/app/js/map.js?v=2',
    ]);
  });
  it('has the URLs of its scripts if the rules find nothing', () => {
    expect(
      links(
        '<script src="ol.js"></script><script>var a = "http://b.example/x", m = new ol.Map();</script>',
        'text/html',
      ),
    ).toEqual(['script http://b.example/x']);
  });
});

it("doesn't analyze the scripts of ordinary pages", () => {
  const page =
    '<script src="/static/app.js"></script><script>var cfg={id:7,url:"/static/app.js",home:"http://b.example/"};</script>';
  expect(links(page, 'text/html')).toEqual(['script http://b.example/']);
});

describe('a script file', () => {
  it('has its candidates and its source map', () => {
    const script =
      'var h="https://b.example/gs";L.tileLayer.wms(h+"/ows",{layers:"a"})\n//# sourceMappingURL=map.js.map';
    expect(links(script, 'text/javascript', 'http://a.example/js/map.js')).toEqual([
      'script https://b.example/gs/ows?SERVICE=WMS&REQUEST=GetCapabilities a',
      'script http://a.example/js/map.js.map',
    ]);
  });
  it('has no links if it is a library', () => {
    expect(
      links('var demo = "http://b.example/geoserver/wms";', 'text/javascript', 'http://a.example/js/leaflet.js'),
    ).toEqual([]);
  });
  it('is read from its source map', () => {
    const map = {
      version: 3,
      sources: ['src/m.ts'],
      sourcesContent: ['const u: string = "/wms"; L.tileLayer.wms(u, {})'],
      mappings: 'AAAA',
    };
    expect(links(JSON.stringify(map), 'application/json', 'http://a.example/js/map.js.map')).toEqual([
      'script http://a.example/wms?SERVICE=WMS&REQUEST=GetCapabilities',
    ]);
  });
});
