// Draws a preview of a layer: rendered by its service, assembled from its tiles, or drawn from its features.
import { arrayAt, objectsAt, parseObject, stringAt } from '../../base/json/json.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf } from '../formats/record-access.ts';
import { drawFeatures } from './draw-features.ts';
import { drawTiles } from './draw-tiles.ts';
import type { PreviewImage, PreviewProxy } from './preview-proxy.ts';
import { featuresUrl, frameOf, type PreviewRequest, previewUrl } from './preview-url.ts';
import { absoluteTemplate, type TilePyramid, xyzPyramid } from './tile-pyramid.ts';
import { tmsPyramid } from './tms-pyramid.ts';
import { wmtsPyramid } from './wmts-pyramid.ts';

/** Null if the kind has no preview, or there is no such layer. Throws `serve.preview-failed`. */
export async function drawPreview(
  record: Resource,
  request: PreviewRequest,
  proxy: PreviewProxy,
  signal: AbortSignal,
): Promise<PreviewImage | null> {
  const map = previewUrl(record, request);
  if (map !== null) return proxy.draw(map, signal);
  const frame = frameOf(record, request);
  if (frame === null) return null;
  const features = featuresUrl(record, frame);
  const read = (url: string, accept: string) => proxy.read(url, accept, signal);
  if (features !== null) return drawFeatures(await read(features, 'application/geo+json,application/json'), frame);
  const pyramid = await readPyramid(record, frame.layer, read);
  return pyramid === null ? null : drawTiles(pyramid, frame, (url) => proxy.draw(url, signal));
}

type Read = (url: string, accept: string) => Promise<string>;

async function readPyramid(record: Resource, layer: Layer, read: Read): Promise<TilePyramid | null> {
  const { kind, endpoint, url } = record;
  if (kind === 'xyz') return xyzPyramid({ template: endpoint });
  if (kind === 'tilejson') return tileJsonPyramid(await read(endpoint, 'application/json'), endpoint);
  if (kind === 'tms') {
    const map = webUrl(layer.metadataUrls[0] ?? endpoint, endpoint) ?? endpoint;
    return requirePyramid(tmsPyramid(await read(map, 'text/xml,application/xml'), map));
  }
  if (kind !== 'wmts') return null;
  const text = await read(url, 'text/xml,application/xml');
  return requirePyramid(wmtsPyramid({ text, url, endpoint: accessOf(record).href }, layer.name ?? ''));
}

function requirePyramid(pyramid: TilePyramid | null): TilePyramid {
  if (pyramid !== null) return pyramid;
  throw new GeotrawlError('serve.preview-failed', 'The layer has no tiles in Web Mercator or degrees.');
}

function tileJsonPyramid(text: string, url: string): TilePyramid {
  const json = parseObject(text);
  const [first] = json === null ? [] : arrayAt(json, 'tiles');
  const template = typeof first === 'string' ? absoluteTemplate(first, url) : null;
  if (json === null || template === null || objectsAt(json, 'vector_layers').length > 0)
    throw new GeotrawlError('serve.preview-failed', 'The TileJSON lists no image tiles.');
  const { minzoom, maxzoom } = json;
  return xyzPyramid({
    template,
    isFromSouth: stringAt(json, 'scheme') === 'tms',
    ...(typeof minzoom === 'number' ? { minZoom: minzoom } : {}),
    ...(typeof maxzoom === 'number' ? { maxZoom: maxzoom } : {}),
  });
}
