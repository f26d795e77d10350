// /preview/:record draws a layer, asked for the way map libraries ask a WMS; /legend/:record explains its colors.
import type { Extent } from '../../model/extent.ts';
import { type Answer, badParameter, notFound } from '../http/answer.ts';
import type { Asked } from '../http/asked.ts';
import { get, type Route } from '../http/router.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';
import { legendUrl, previewUrl } from './preview-url.ts';

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
  const url = previewUrl(record, {
    ...(layer === undefined ? {} : { layer }),
    ...(box === undefined ? {} : { extent: boxIn(box) }),
    ...(width == null || height == null ? {} : { pixels: [width, height] }),
  });
  if (url === null) throw notFound('There is no picture of this.');
  return pictureAnswer(url, asked, serving);
}

async function getLegend(asked: Asked, serving: Serving): Promise<Answer> {
  const record = await findRecord(serving, asked.parameters.record ?? '');
  const url = legendUrl(record, asked.query.get('layer') ?? '');
  if (url === null) throw notFound('There is no legend of this.');
  return pictureAnswer(url, asked, serving);
}

async function pictureAnswer(url: string, { signal }: Asked, { preview }: Serving): Promise<Answer> {
  const { type, bytes } = await preview.draw(url, signal);
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
