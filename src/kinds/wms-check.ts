// The scored operation of a WMS: one small map.
import { owsUrl } from '../base/ows-url.ts';
import type { Extent } from '../model/extent.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { Layer, Resource } from '../model/resource.ts';

/** Edge case 102: a check never asks for more. */
const sizePixels = 64;

/** GetMap of the first layer that can be requested, over its extent. Empty when there is none. */
export function checkWms(resource: Resource): readonly ProbeRequest[] {
  const layer = resource.layers.find(({ name, extent }) => name !== null && extent !== null);
  if (layer === undefined || layer.name === null) return [];
  const version = resource.version === '1.3.0' ? '1.3.0' : '1.1.1';
  const base = owsUrl(resource.endpoint, { service: 'WMS', request: 'GetMap', version });
  const parameters = {
    LAYERS: layer.name,
    STYLES: '',
    ...frame(layer, version, drawableExtent(layer.extent ?? [-180, -90, 180, 90])),
    WIDTH: String(sizePixels),
    HEIGHT: String(sizePixels),
    FORMAT: resource.formats.find((format) => /^image\/png/i.test(format)) ?? resource.formats[0] ?? 'image/png',
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return [{ url: `${base}&${query.join('&')}` }];
}

/** Longitude first wherever that can be had: CRS:84, or EPSG:4326 in versions before 1.3.0. */
function frame(layer: Layer, version: string, [west, south, east, north]: Extent): Record<string, string> {
  if (version !== '1.3.0') return { SRS: 'EPSG:4326', BBOX: [west, south, east, north].join(',') };
  if (layer.crs.includes('CRS:84')) return { CRS: 'CRS:84', BBOX: [west, south, east, north].join(',') };
  return { CRS: 'EPSG:4326', BBOX: [south, west, north, east].join(',') };
}

/** GetMap wants a box with an area that does not cross the antimeridian (WMS 1.3.0, 7.3.3.6). */
function drawableExtent([west, south, east, north]: Extent): Extent {
  const right = west > east ? 180 : east;
  const margin = right - west < 1e-6 || north - south < 1e-6 ? 0.05 : 0;
  return [
    Math.max(-180, west - margin),
    Math.max(-90, south - margin),
    Math.min(180, right + margin),
    Math.min(90, north + margin),
  ];
}
