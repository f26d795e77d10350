// /preview/:record draws a layer with the parameters of a WMS GetMap; /legend/:record returns its legend.
import type { Extent } from '../../model/extent.ts';
import { findRecord } from '../http/record-query.ts';
import type { HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, notFound } from '../http/response.ts';
import { get, openParameters, type Route } from '../http/route.ts';
import type { ServerContext } from '../http/server-context.ts';
import { drawPreview } from './draw-preview.ts';
import type { PreviewImage, PreviewProxy } from './preview-proxy.ts';
import { canPreview, legendUrl } from './preview-url.ts';

interface PreviewContext extends ServerContext {
  readonly preview: PreviewProxy;
}

const mostPixels = 2048;
const declared = {
  permission: 'look',
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  statuses: [502],
} as const;
/** As in a WMS GetMap; names in any case, others are ignored. */
const previewParameters = {
  layers: 'Name of the layer; the first one by default',
  bbox: 'west,south,east,north in degrees',
  width: `1 to ${mostPixels} pixels`,
  height: `1 to ${mostPixels} pixels`,
};

export function previewRoutes(context: PreviewContext): readonly Route[] {
  return [
    get(
      '/preview/:record',
      { ...declared, summary: 'A layer as a picture', query: openParameters(previewParameters) },
      (request) => getPreview(request, context),
    ),
    get(
      '/legend/:record',
      { ...declared, summary: 'The legend of a layer', query: openParameters({ layer: 'Name of the layer' }) },
      (request) => getLegend(request, context),
    ),
  ];
}

async function getPreview(request: HttpRequest, context: PreviewContext): Promise<HttpResponse> {
  const query = lowerCased(request.query);
  const record = await findRecord(context, request.parameters.record ?? '');
  const layer = query.get('layers') ?? query.get('layer');
  const box = query.get('bbox');
  const [width, height] = ['width', 'height'].map((name) => pixelsIn(query, name));
  const options = {
    ...(layer === undefined ? {} : { layer }),
    ...(box === undefined ? {} : { extent: boxIn(box) }),
    ...(width == null || height == null ? {} : { pixels: [width, height] as const }),
  };
  const image = canPreview(record) ? await drawPreview(record, options, context.preview, request.signal) : null;
  if (image === null) throw notFound('This record has no preview.');
  return imageResponse(image);
}

async function getLegend(request: HttpRequest, context: PreviewContext): Promise<HttpResponse> {
  const record = await findRecord(context, request.parameters.record ?? '');
  const url = legendUrl(record, request.query.get('layer') ?? '');
  if (url === null) throw notFound('This layer has no legend.');
  return imageResponse(await context.preview.draw(url, request.signal));
}

function imageResponse({ type, bytes }: PreviewImage): HttpResponse {
  return { status: 200, type, body: bytes, headers: { 'cache-control': 'private, max-age=300' } };
}

/** Map libraries write LAYERS, people layers. */
function lowerCased(query: URLSearchParams): ReadonlyMap<string, string> {
  return new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
}

function pixelsIn(query: ReadonlyMap<string, string>, name: string): number | null {
  const text = query.get(name);
  if (text === undefined) return null;
  const pixels = Math.round(Number(text));
  if (!(pixels >= 1 && pixels <= mostPixels)) throw badParameter(name, `1 to ${mostPixels} pixels.`);
  return pixels;
}

/** Unlike a search box, a map box may extend beyond 180 degrees across the date line. */
function boxIn(text: string): Extent {
  const numbers = text.split(',').map(Number);
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite) && west < east && south < north;
  if (!isBox) throw badParameter('bbox', 'west,south,east,north in degrees are expected.');
  return [west, south, east, north];
}
