// LIKE patterns: reading, folding and matching in linear time.
import { foldAccents, foldCase } from '../base/text/fold-text.ts';
import type { LikePart } from '../model/filter.ts';

/** OGC 21-065r2, 7.2: percent sign, underscore, backslash. */
export const likeWildcards = { many: '%', one: '_', escape: '\\' } as const;

/** For comparisons without case or accents. */
export function foldPattern(
  pattern: readonly LikePart[],
  folds: readonly ('casei' | 'accenti')[],
): readonly LikePart[] {
  const fold = (text: string) =>
    folds.reduceRight((folded, one) => (one === 'casei' ? foldCase(folded) : foldAccents(folded)), text);
  return pattern.map((part) => ('text' in part ? { text: fold(part.text) } : part));
}

/** Reads a pattern with the given wildcards and escape character. */
export function readLikePattern(
  text: string,
  marks: { readonly many: string; readonly one: string; readonly escape: string },
): readonly LikePart[] {
  const parts: LikePart[] = [];
  let literal = '';
  const end = () => {
    if (literal !== '') parts.push({ text: literal });
    literal = '';
  };
  for (let at = 0; at < text.length; at++) {
    if (marks.escape !== '' && text.startsWith(marks.escape, at) && at + marks.escape.length < text.length) {
      at += marks.escape.length;
      literal += text.charAt(at);
      continue;
    }
    const wild = wildAt(text, at, marks);
    if (wild === null) {
      literal += text.charAt(at);
      continue;
    }
    end();
    parts.push({ wild });
    at += marks[wild].length - 1;
  }
  end();
  return parts;
}

function wildAt(text: string, at: number, marks: { many: string; one: string }): 'many' | 'one' | null {
  if (marks.many !== '' && text.startsWith(marks.many, at)) return 'many';
  return marks.one !== '' && text.startsWith(marks.one, at) ? 'one' : null;
}

/** A part between `many` wildcards; null matches exactly one character. */
type LikeSegment = readonly (string | null)[];

/**
 * Whether the entire text matches. Each part is matched at its first occurrence after the previous one, without backtracking:
 * `many` matches whatever is in between.
 */
export function fitsLike(text: string, pattern: readonly LikePart[]): boolean {
  const segments: LikeSegment[] = [[]];
  for (const part of pattern) {
    if ('wild' in part && part.wild === 'many') segments.push([]);
    else (segments.at(-1) as (string | null)[]).push('text' in part ? part.text : null);
  }
  const [first = [], ...rest] = segments;
  const start = endAt(text, 0, first);
  if (start === null) return false;
  const last = rest.pop();
  if (last === undefined) return start === text.length;
  let at = start;
  for (const segment of rest) {
    const end = find(text, at, segment);
    if (end === null) return false;
    at = end;
  }
  const from = text.length - lengthOf(last);
  return from >= at && endAt(text, from, last) === text.length;
}

/** Where the part ends if it matches at `at`, else null. */
function endAt(text: string, at: number, segment: LikeSegment): number | null {
  let end = at;
  for (const part of segment) {
    if (part !== null && !text.startsWith(part, end)) return null;
    end += part === null ? 1 : part.length;
  }
  return end <= text.length ? end : null;
}

/** End of the first occurrence from `at` on. */
function find(text: string, at: number, segment: LikeSegment): number | null {
  const anchor = segment.findIndex((part) => part !== null);
  if (anchor < 0) return at + segment.length <= text.length ? at + segment.length : null;
  const word = segment[anchor] as string;
  for (let found = text.indexOf(word, at + anchor); found >= 0; found = text.indexOf(word, found + 1)) {
    const end = endAt(text, found - anchor, segment);
    if (end !== null) return end;
  }
  return null;
}

function lengthOf(segment: LikeSegment): number {
  return segment.reduce((sum, part) => sum + (part === null ? 1 : part.length), 0);
}
