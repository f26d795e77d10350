// Japanese and Chinese terms in running text, which has no spaces: the longest at each position.
import { concepts } from './vocabularies/concepts.ts';

export interface UnspacedTerm {
  readonly concept: string;
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** Term → concept; the narrower one if both languages share the spelling. */
const meanings = new Map<string, string>();
for (const { id, terms } of concepts.values())
  for (const language of ['ja', 'zh'] as const)
    for (const term of terms.get(language) ?? [])
      if (!/[a-z]/i.test(term)) meanings.set(term, meanings.get(term) ?? id);
const longest = Math.max(...[...meanings.keys()].map((term) => term.length));
const han = /\p{Script=Han}/u;

export function findUnspacedTerms(run: string): readonly UnspacedTerm[] {
  const found: UnspacedTerm[] = [];
  for (let from = 0; from < run.length; ) {
    const term = longestAt(run, from);
    if (term === null) from++;
    else {
      found.push({ concept: meanings.get(term)!, term, from, to: from + term.length });
      from += term.length;
    }
  }
  return found;
}

function longestAt(run: string, from: number): string | null {
  for (let length = Math.min(longest, run.length - from); length > 0; length--) {
    const term = run.slice(from, from + length);
    if (!meanings.has(term)) continue;
    if (length > 1 || standsAlone(run, from)) return term;
  }
  return null;
}

/** A single character is a term only on its own: 北海道 isn't about the sea. */
function standsAlone(run: string, at: number): boolean {
  return !han.test(run.charAt(at - 1)) && !han.test(run.charAt(at + 1));
}
