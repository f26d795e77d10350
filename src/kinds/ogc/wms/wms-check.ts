// The health check of a WMS: one small map.
import { owsUrl } from '../../../base/url/ows-url.ts';
import type { Extent } from '../../../model/extent.ts';
import type { CheckRequest } from '../../../model/kind.ts';
import type { Layer, Resource } from '../../../model/resource.ts';
import { boxForRound, datasetsForRound, drawableExtent } from '../../health/operation-rotation.ts';

/** Edge case 102: a check never requests more. */
const sizePixels = 64;

/**
 * GetMap of another layer each round over a part of its extent; then of the next one over its whole extent, and of the
 * first one zoomed in: some layers have little data in most places, others are drawn only from a certain scale (edge
 * case 53).
 */
export function checkWms(resource: Resource, turn = 0): readonly CheckRequest[] {
  const [first, second = first] = datasetsForRound(resource.layers, turn, isDrawable);
  if (first === undefined || second === undefined) return [];
  const whole = drawableExtent(second.extent!);
  return [
    mapRequest(resource, first, boxForRound(first.extent!, turn, 0.5)),
    mapRequest(resource, second, whole),
    mapRequest(resource, first, boxForRound(first.extent!, turn, 1 / 64)),
  ];
}

function isDrawable({ extent }: Layer): boolean {
  return extent !== null;
}

function mapRequest(resource: Resource, layer: Layer & { readonly name: string }, box: Extent): CheckRequest {
  const version = resource.version === '1.3.0' ? '1.3.0' : '1.1.1';
  const base = owsUrl(resource.endpoint, { service: 'WMS', request: 'GetMap', version });
  const parameters = {
    LAYERS: layer.name,
    STYLES: '',
    ...frame(layer, version, box),
    WIDTH: String(sizePixels),
    HEIGHT: String(sizePixels),
    FORMAT: mapFormat(resource.formats),
    // Errors drawn as images can't be told from maps.
    EXCEPTIONS: version === '1.3.0' ? 'XML' : 'application/vnd.ogc.se_xml',
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { url: `${base}&${query.join('&')}`, operation: 'GetMap', dataset: layer.name, expects: 'picture' };
}

/** A format that can be analyzed, lossless if possible. */
function mapFormat(formats: readonly string[]): string {
  const preferred = [/^image\/png$/i, /^image\/png/i, /^image\/gif/i, /^image\/jpe?g/i];
  for (const one of preferred) {
    const found = formats.find((format) => one.test(format));
    if (found !== undefined) return found;
  }
  return formats.find((format) => /^image\//i.test(format)) ?? 'image/png';
}

/** Longitude first if possible: CRS:84, or EPSG:4326 in versions before 1.3.0. */
function frame(layer: Layer, version: string, [west, south, east, north]: Extent): Record<string, string> {
  if (version !== '1.3.0') return { SRS: 'EPSG:4326', BBOX: [west, south, east, north].join(',') };
  if (layer.crs.includes('CRS:84')) return { CRS: 'CRS:84', BBOX: [west, south, east, north].join(',') };
  return { CRS: 'EPSG:4326', BBOX: [south, west, north, east].join(',') };
}
