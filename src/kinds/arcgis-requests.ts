// Further requests to ArcGIS services: details of layers, and the operations that show whether they work.
import { objectsAt, readJsonObject } from '../base/json/json.ts';
import type { Document } from '../model/document.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { Identity, Resource } from '../model/resource.ts';
import { boxInTurn, drawableExtent } from './health/operation-rotation.ts';

/** Details come with symbols drawn as pictures: for more layers than this the answer is megabytes. */
const maxDetailed = 100;

/** Extents and descriptions of layers stand only in `…/layers`. One more request, and only where there are layers. */
export function moreLayers(document: Document, identity: Identity): ProbeRequest | null {
  const layers = objectsAt(readJsonObject(document) ?? {}, 'layers');
  const isEnough = document.parts.length > 0 || layers.some((layer) => layer.extent !== undefined);
  if (isEnough || layers.length === 0 || layers.length > maxDetailed) return null;
  return { url: below(identity.endpoint, 'layers', 'f=json') };
}

/** An address below an endpoint that may carry a token. */
export function below(endpoint: string, path: string, query: string): string {
  const [address = endpoint, kept] = endpoint.split('?', 2);
  return `${address}/${path}?${kept === undefined ? '' : `${kept}&`}${query}`;
}

/** West,south,east,north to draw: a part of the extent, another every turn, and the whole of it. */
export function checkBoxes({ extent }: Resource, turn: number): readonly string[] {
  const whole = extent ?? [-180, -90, 180, 90];
  return [boxInTurn(whole, turn, 0.5).join(), drawableExtent(whole).join()];
}
