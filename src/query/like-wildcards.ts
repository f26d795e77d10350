// The wildcards of LIKE in CQL2, and patterns compared without case or accents.
import { foldAccents, foldCase } from '../base/text/fold-text.ts';
import type { LikePart } from '../model/filter.ts';

/** OGC 21-065r2, 7.2: per cent, underscore, backslash. */
export const likeWildcards = { many: '%', one: '_', escape: '\\' } as const;

export function foldPattern(
  pattern: readonly LikePart[],
  folds: readonly ('casei' | 'accenti')[],
): readonly LikePart[] {
  const fold = (text: string) =>
    folds.reduceRight((folded, one) => (one === 'casei' ? foldCase(folded) : foldAccents(folded)), text);
  return pattern.map((part) => ('text' in part ? { text: fold(part.text) } : part));
}
