// A URL of the frontier as a row: queue position, codes, and reading it back; the same in every engine.
import type { Offer, VisitRef, VisitState } from '../model/frontier.ts';
import type { FoundBy } from '../model/link.ts';

/**
 * `ord` = class × 2⁴⁴ + position in the class × 2³⁶ + sequence: where class and position are equal, first in, first
 * out.
 */
export const classStep = 2 ** 44;
const placeStep = 2 ** 36;
const places = classStep / placeStep;
const maxAnchor = 200;
/** Longer chains are crawl traps; provenance shows the end that matters. */
export const maxChain = 200;

/** Stored as numbers: append only. */
export const foundByCodes: readonly FoundBy[] = [
  'seed',
  'link',
  'text',
  'attribute',
  'comment',
  'script',
  'json',
  'xml',
  'feed',
  'sitemap',
  'redirect',
  'catalog',
  'description',
  'sibling',
  'rendered',
];
export const stateCodes: Readonly<Record<VisitState, number>> = { retry: 0, done: 1, failed: 2, refused: 3 };

/** A pending URL as read from the queue. */
export interface QueuedUrl {
  readonly fp: number;
  readonly path: string;
  readonly ord: number;
  readonly kind: string | null;
  readonly step: number;
  readonly depth: number;
  readonly foundBy: FoundBy;
  readonly anchor: string;
  readonly via: VisitRef | null;
  readonly tries: number;
}

/** An offer with its position in the table. */
export interface Candidate {
  readonly offer: Offer;
  readonly host: number;
  readonly fp: number;
  readonly ord: number;
}

export function classOf(ord: number): number {
  return Math.floor(ord / classStep);
}

/** The fraction of `cls` is the position within the class. */
export function ordOf(cls: number, sequence: number): number {
  const whole = Math.min(7, Math.max(0, Math.trunc(cls)));
  const place = Math.min(places - 1, Math.max(0, Math.floor((cls - whole) * places)));
  return whole * classStep + place * placeStep + sequence;
}

/** The same class and position at the end of the queue. */
export function requeued(ord: number, sequence: number): number {
  return ord - (ord % placeStep) + sequence;
}

export interface QueueRow {
  fp: number;
  path: string;
  ord: number;
  kind: string | null;
  step: number;
  depth: number;
  found_by: number;
  anchor: string | null;
  via_host: number | null;
  via_fp: number | null;
  tries: number;
}

export function anchorOf(offer: Offer): string | null {
  const { anchor } = offer;
  return anchor === '' ? null : anchor.length > maxAnchor ? anchor.slice(0, maxAnchor) : anchor;
}

export function readRef(host: number | null, fingerprint: number | null): VisitRef | null {
  return host === null || fingerprint === null ? null : { host, fingerprint };
}

export function readQueued(row: QueueRow): QueuedUrl {
  return {
    fp: row.fp,
    path: row.path,
    ord: row.ord,
    kind: row.kind,
    step: row.step,
    depth: row.depth,
    foundBy: foundByCodes[row.found_by] ?? 'link',
    anchor: row.anchor ?? '',
    via: readRef(row.via_host, row.via_fp),
    tries: row.tries,
  };
}
