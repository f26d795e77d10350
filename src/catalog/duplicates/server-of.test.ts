// Endpoints of one server by different protocols have one key; its other services don't.
import { describe, expect, it } from 'vitest';
import { serverOf } from './server-of.ts';

const keyOf = (url: string) => serverOf(url).key;

describe('serverOf', () => {
  it.each([
    ['https://a.example/geoserver/ows', 'http://www.a.example:8080/geoserver/gwc/service/wmts'],
    ['https://a.example/geoserver/roads/wms', 'https://a.example/geoserver/wfs'],
    [
      'https://a.example/arcgis/rest/services/x/Y/MapServer/3',
      'https://a.example/arcgis/services/x/Y/MapServer/WFSServer',
    ],
    [
      'https://a.example/arcgis/rest/services/x/Y/MapServer',
      'https://a.example/arcgis/rest/services/x/Y/FeatureServer',
    ],
    ['https://a.example/thredds/wms/d/f.nc', 'https://a.example/thredds/dodsC/d/f.nc.html'],
    ['https://a.example/erddap/wms/sst/request', 'https://a.example/erddap/griddap/sst'],
    ['https://wms.a.example/nature', 'https://wfs.a.example/nature'],
    ['https://a.example/wms/nature', 'https://a.example/wfs/nature'],
    ['https://a.example/nature_wms', 'https://a.example/nature_wfs'],
    ['https://a.example/m?map=/x.map', 'https://a.example/m?SERVICE=WFS&MAP=/x.map'],
    ['https://a.example/geo/ogc/features/v1', 'https://a.example/geo/wms'],
  ])('takes %s and %s for one', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each([
    ['https://a.example/m?map=/x.map', 'https://a.example/m?map=/y.map'],
    ['https://a.example/arcgis/rest/services/x/MapServer', 'https://a.example/arcgis/rest/services/y/MapServer'],
    ['https://a.example/thredds/wms/d/2020.nc', 'https://a.example/thredds/wms/d/2021.nc'],
    ['https://a.example/wms/nature', 'https://a.example/wms/roads'],
    ['https://a.example/data/v1/collection.json', 'https://a.example/data/collection.json'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('gives spellings of a URL one alias', () => {
    const spellings = [
      'http://www.a.example/Maps/WMS',
      'https://a.example:8443/maps/wms/',
      'http://a.example/maps/wms/index.php?REQUEST=GetCapabilities',
    ];
    expect(new Set(spellings.map((url) => serverOf(url).alias)).size).toBe(1);
  });

  it('finds numbers of editions in URLs, not of protocols', () => {
    expect(serverOf('https://a.example/2018/wms/v1?map=/x_7.map').numbers).toEqual(['2018', '7']);
    expect(serverOf('https://a.example/rest/services/x/MapServer/12').numbers).toEqual([]);
  });

  it('accepts any text', () => {
    for (const url of ['', 'not a url', 'http://', 'https://a.example/%E0%A4%A/wms'])
      expect(() => serverOf(url)).not.toThrow();
  });
});
