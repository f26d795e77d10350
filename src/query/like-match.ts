// LIKE: a pattern of texts and wildcards against a text, without backtracking.
import type { LikePart } from '../model/filter.ts';

/** Reads a pattern as written: which characters are the wildcards, and which one takes their meaning away. */
export function readLikePattern(
  text: string,
  signs: { readonly many: string; readonly one: string; readonly escape: string },
): readonly LikePart[] {
  const parts: LikePart[] = [];
  let literal = '';
  const end = () => {
    if (literal !== '') parts.push({ text: literal });
    literal = '';
  };
  for (let at = 0; at < text.length; at++) {
    if (signs.escape !== '' && text.startsWith(signs.escape, at) && at + signs.escape.length < text.length) {
      at += signs.escape.length;
      literal += text.charAt(at);
      continue;
    }
    const wild = wildAt(text, at, signs);
    if (wild === null) {
      literal += text.charAt(at);
      continue;
    }
    end();
    parts.push({ wild });
    at += signs[wild].length - 1;
  }
  end();
  return parts;
}

function wildAt(text: string, at: number, signs: { many: string; one: string }): 'many' | 'one' | null {
  if (signs.many !== '' && text.startsWith(signs.many, at)) return 'many';
  return signs.one !== '' && text.startsWith(signs.one, at) ? 'one' : null;
}

/** The stretches between the `many` wildcards; null stands for exactly one character. */
type Stretch = readonly (string | null)[];

/**
 * The whole text fits the pattern. Each stretch is looked for behind the one before and never again: the earliest place is as
 * good as any, because `many` takes up whatever lies between.
 */
export function fitsLike(text: string, pattern: readonly LikePart[]): boolean {
  const stretches: Stretch[] = [[]];
  for (const part of pattern) {
    if ('wild' in part && part.wild === 'many') stretches.push([]);
    else (stretches.at(-1) as (string | null)[]).push('text' in part ? part.text : null);
  }
  const [first = [], ...rest] = stretches;
  const start = endAt(text, 0, first);
  if (start === null) return false;
  const last = rest.pop();
  if (last === undefined) return start === text.length;
  let at = start;
  for (const stretch of rest) {
    const end = find(text, at, stretch);
    if (end === null) return false;
    at = end;
  }
  const from = text.length - lengthOf(last);
  return from >= at && endAt(text, from, last) === text.length;
}

/** Where the stretch ends if it stands at `at`, else null. */
function endAt(text: string, at: number, stretch: Stretch): number | null {
  let end = at;
  for (const part of stretch) {
    if (part !== null && !text.startsWith(part, end)) return null;
    end += part === null ? 1 : part.length;
  }
  return end <= text.length ? end : null;
}

/** Where its first occurrence from `at` on ends. */
function find(text: string, at: number, stretch: Stretch): number | null {
  const anchor = stretch.findIndex((part) => part !== null);
  if (anchor < 0) return at + stretch.length <= text.length ? at + stretch.length : null;
  const word = stretch[anchor] as string;
  for (let found = text.indexOf(word, at + anchor); found >= 0; found = text.indexOf(word, found + 1)) {
    const end = endAt(text, found - anchor, stretch);
    if (end !== null) return end;
  }
  return null;
}

function lengthOf(stretch: Stretch): number {
  return stretch.reduce((sum, part) => sum + (part === null ? 1 : part.length), 0);
}
