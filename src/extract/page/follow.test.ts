import { describe, expect, it } from 'vitest';
import { isFollowable, namesService } from './follow.ts';

describe('isFollowable', () => {
  it.each(['pdf', 'PDF', 'docx', 'xls', 'ppt', 'mp3', 'mp4', 'png', 'jpeg', 'svg', 'woff2', 'css'])(
    'does not follow .%s',
    (ending) => {
      expect(isFollowable(`http://a.test/b/file.${ending}`)).toBe(false);
      expect(isFollowable(`http://a.test/file.${ending}?v=2`)).toBe(false);
      expect(isFollowable(`http://a.test/file.${ending}#page=2`)).toBe(false);
    },
  );

  it.each(
    (
      'kml kmz zip shp gpkg geojson json tif tiff nc fgb pmtiles parquet xml gml csv las laz gpx topojson mbtiles gdb tar gz ' +
      'h5 hdf grib grb2 asc jp2 img ecw dxf dwg sqlite mdb tab mif osm pbf html htm php asp aspx jsp exe map wsdl txt'
    ).split(' '),
  )('never filters .%s', (ending) => {
    expect(isFollowable(`http://a.test/b/file.${ending}`)).toBe(true);
    expect(isFollowable(`http://a.test/b/FILE.${ending.toUpperCase()}?x`)).toBe(true);
  });

  it.each([
    'https://www.facebook.com/agency',
    'https://x.com/agency',
    'http://m.youtube.com/watch?v=1',
    'https://de.linkedin.com:443/x',
    'https://youtu.be./abc',
    'http://plus.google.com/1',
  ])('does not follow %s', (url) => {
    expect(isFollowable(url)).toBe(false);
  });

  it.each([
    'http://a.test',
    'http://a.test/',
    'http://a.pdf/',
    'http://netflix.community/',
    'http://maps.google.com/x',
    'http://a.test/report.pdf/download',
    'http://a.test/get?file=a.pdf',
    'http://a.test/v1.png/wms',
    'http://a.test/.',
    'http://a.test/foo.pdf?service=WMS',
    'http://a.test/map.png?REQUEST=GetMap&LAYERS=a',
    'http://a.test/x.jpg?a=1&SERVICE=wfs#x',
  ])('follows %s', (url) => {
    expect(isFollowable(url)).toBe(true);
  });
});

describe('namesService', () => {
  it('requires a parameter of a geospatial service', () => {
    expect(namesService('/wms?SERVICE=WMTS&x')).toBe(true);
    expect(namesService('/x?request=DescribeFeatureType')).toBe(true);
    expect(namesService('/x?service=cleaning')).toBe(false);
    expect(namesService('/service=wms')).toBe(false);
  });
});
