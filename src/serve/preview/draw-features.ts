// Draws a thumbnail of a few features.
import { arrayAt, isObject, type JsonObject, type JsonValue, objectsAt, parseObject } from '../../base/json/json.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { type Canvas, type Color, createCanvas, type Point } from './canvas.ts';
import type { TileImageRequest } from './draw-tiles.ts';
import type { PreviewImage } from './preview-proxy.ts';

/** Features requested. */
export const mostFeatures = 300;
const mostPoints = 200_000;
const fill: Color = [11, 122, 136];
const stroke: Color = [6, 78, 88];

/** Throws `serve.preview-failed` if the text contains no features. */
export function drawFeatures(text: string, request: TileImageRequest): PreviewImage {
  const shapes = shapesIn(text);
  const canvas = createCanvas(request.width, request.height);
  const [west, south, east, north] = request.extent;
  const place = ([longitude, latitude]: Point): Point => [
    ((longitude - west) / (east - west)) * request.width,
    ((north - latitude) / (north - south)) * request.height,
  ];
  for (const { form, parts } of shapes)
    drawShape(
      canvas,
      form,
      parts.map((part) => part.map(place)),
    );
  return { type: 'image/png', bytes: canvas.png() };
}

interface Shape {
  readonly form: 'points' | 'lines' | 'area';
  readonly parts: readonly (readonly Point[])[];
}

function drawShape(canvas: Canvas, form: Shape['form'], parts: Shape['parts']): void {
  if (form === 'points') {
    for (const point of parts.flat()) {
      canvas.circle(point, 5, [255, 255, 255], 0.9);
      canvas.circle(point, 3.8, fill);
    }
    return;
  }
  if (form === 'area') canvas.polygon(parts, fill, 0.35);
  for (const part of parts)
    for (let n = 0; n + 1 < part.length; n++) {
      const [from, to] = [part[n]!, part[n + 1]!];
      canvas.line(from, to, stroke, 1);
      canvas.line([from[0] + 1, from[1]], [to[0] + 1, to[1]], stroke, 0.6);
    }
}

function shapesIn(text: string): readonly Shape[] {
  const json = parseObject(text);
  const features = json === null ? [] : json.type === 'Feature' ? [json] : objectsAt(json, 'features');
  const isFeatures = json !== null && (json.type === 'FeatureCollection' || json.type === 'Feature');
  if (!isFeatures) throw new GeotrawlError('serve.preview-failed', 'The response contains no GeoJSON features.');
  const budget = { left: mostPoints };
  return features
    .slice(0, mostFeatures)
    .flatMap(({ geometry }) => (isObject(geometry) ? shapesOf(geometry, budget) : []));
}

function shapesOf(geometry: JsonObject, budget: { left: number }): readonly Shape[] {
  const coordinates = arrayAt(geometry, 'coordinates');
  const line = (value: JsonValue): readonly Point[] => pointsIn(Array.isArray(value) ? value : [], budget);
  const lines = (value: JsonValue) => (Array.isArray(value) ? value.map(line) : []);
  switch (geometry.type) {
    case 'Point':
      return [{ form: 'points', parts: [pointsIn([coordinates], budget)] }];
    case 'MultiPoint':
      return [{ form: 'points', parts: [line(coordinates)] }];
    case 'LineString':
      return [{ form: 'lines', parts: [line(coordinates)] }];
    case 'MultiLineString':
      return [{ form: 'lines', parts: lines(coordinates) }];
    case 'Polygon':
      return [{ form: 'area', parts: lines(coordinates) }];
    case 'MultiPolygon':
      return coordinates.map((polygon) => ({ form: 'area' as const, parts: lines(polygon) }));
    default:
      return [];
  }
}

function pointsIn(list: readonly JsonValue[], budget: { left: number }): readonly Point[] {
  return list.flatMap((position) => {
    const [x, y] = Array.isArray(position) ? (position as readonly JsonValue[]) : [];
    const isPoint = typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y);
    return isPoint && budget.left-- > 0 ? [[x, y] as const] : [];
  });
}
