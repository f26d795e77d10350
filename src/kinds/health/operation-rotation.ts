// What health checks of kinds have in common: which datasets and which area each round requests.
import type { Extent } from '../../model/extent.ts';
import type { Layer } from '../../model/resource.ts';

/** Multiples of the golden ratio fill the unit interval evenly, for any number of them. */
const goldenStep = 0.618_033_988_749_895;
const otherStep = 0.754_877_666_246_693;

/** Maximum number of datasets requested per round. */
const perRound = 2;

/** The datasets of this round: requestable ones, advanced by one each round. */
export function datasetsForRound(
  layers: readonly Layer[],
  turn: number,
  can: (layer: Layer) => boolean = () => true,
): readonly (Layer & { readonly name: string })[] {
  const named = layers.filter((layer): layer is Layer & { readonly name: string } => layer.name !== null && can(layer));
  const count = Math.min(perRound, named.length);
  return Array.from({ length: count }, (_, step) => named[(turn + step) % named.length]!);
}

/** A box of `share` of the extent's width and height that moves each round, so that no cache responds. */
export function boxForRound(extent: Extent, turn: number, share: number): Extent {
  const [west, south, east, north] = drawableExtent(extent);
  const width = (east - west) * share;
  const height = (north - south) * share;
  const left = west + (east - west - width) * ((0.5 + turn * goldenStep) % 1);
  const bottom = south + (north - south - height) * ((0.5 + turn * otherStep) % 1);
  return [round(left), round(bottom), round(left + width), round(bottom + height)];
}

/** A box with an area that doesn't cross the antimeridian: servers draw no other (WMS 1.3.0, 7.3.3.6). */
export function drawableExtent([west, south, east, north]: Extent): Extent {
  const right = west > east ? 180 : east;
  const margin = right - west < 1e-6 || north - south < 1e-6 ? 0.05 : 0;
  return [
    Math.max(-180, west - margin),
    Math.max(-90, south - margin),
    Math.min(180, right + margin),
    Math.min(90, north + margin),
  ];
}

/** A ten-millionth of a degree is a centimeter. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
