// /preview/:record draws a layer, asked for the way map libraries ask a WMS; /legend/:record explains its colors.
import type { Extent } from '../../model/extent.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, badParameter, notFound } from '../http/response.ts';
import { get, type Route } from '../http/router.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';
import { drawPreview } from './draw-preview.ts';
import type { Picture } from './preview-proxy.ts';
import { canPreview, legendUrl } from './preview-url.ts';

const mostPixels = 2048;

export function previewRoutes(serving: Serving): readonly Route[] {
  return [
    get('/preview/:record', (asked) => getPreview(asked, serving)),
    get('/legend/:record', (asked) => getLegend(asked, serving)),
  ];
}

async function getPreview(asked: Asked, serving: Serving): Promise<Answer> {
  const query = lowerCased(asked.query);
  const record = await findRecord(serving, asked.parameters.record ?? '');
  const layer = query.get('layers') ?? query.get('layer');
  const box = query.get('bbox');
  const [width, height] = ['width', 'height'].map((name) => pixelsIn(query, name));
  const wish = {
    ...(layer === undefined ? {} : { layer }),
    ...(box === undefined ? {} : { extent: boxIn(box) }),
    ...(width == null || height == null ? {} : { pixels: [width, height] as const }),
  };
  const picture = canPreview(record) ? await drawPreview(record, wish, serving.preview, asked.signal) : null;
  if (picture === null) throw notFound('There is no picture of this.');
  return pictureAnswer(picture);
}

async function getLegend(asked: Asked, serving: Serving): Promise<Answer> {
  const record = await findRecord(serving, asked.parameters.record ?? '');
  const url = legendUrl(record, asked.query.get('layer') ?? '');
  if (url === null) throw notFound('There is no legend of this.');
  return pictureAnswer(await serving.preview.draw(url, asked.signal));
}

function pictureAnswer({ type, bytes }: Picture): Answer {
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

/** Unlike a search, a map may reach beyond 180 degrees where it shows the date line. */
function boxIn(text: string): Extent {
  const numbers = text.split(',').map(Number);
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite) && west < east && south < north;
  if (!isBox) throw badParameter('bbox', 'west,south,east,north in degrees are expected.');
  return [west, south, east, north];
}
