// Every reason for which our reading of a document may differ from a peer's, most specific first.
import type { Difference } from './compare.ts';
import type { Reason } from './reason.ts';
import { documentReasons } from './reasons-document.ts';
import { extentReasons } from './reasons-extent.ts';
import { nameReasons } from './reasons-names.ts';
import { owslibExtentReasons } from './reasons-owslib-extent.ts';

export const reasons: readonly Reason[] = [
  ...documentReasons,
  ...nameReasons,
  ...extentReasons,
  ...owslibExtentReasons,
];

/** The first reason confirmed by the document; undefined if there is none. */
export function reasonFor(difference: Difference): Reason | undefined {
  const { peer, field } = difference;
  return reasons.find(
    (reason) =>
      (reason.peer === null || reason.peer === peer) && reason.fields.includes(field) && reason.holds(difference),
  );
}
