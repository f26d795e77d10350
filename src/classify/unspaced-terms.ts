// Japanese and Chinese terms in running text, which has no spaces: the longest at each position.
import { lazily } from '../base/memoize.ts';
import { concepts } from './vocabularies/concepts.ts';

export interface UnspacedTerm {
  readonly concept: string;
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** Term → the first concept with it. */
const termMap = lazily(() => {
  const meanings = new Map<string, string>();
  for (const { id, terms } of concepts().values())
    for (const language of ['ja', 'zh'] as const)
      for (const term of terms.get(language) ?? [])
        if (!/[a-z]/i.test(term)) meanings.set(term, meanings.get(term) ?? id);
  return { meanings, longest: Math.max(...[...meanings.keys()].map((term) => term.length)) };
});
const han = /\p{Script=Han}/u;

export function findUnspacedTerms(run: string): readonly UnspacedTerm[] {
  const found: UnspacedTerm[] = [];
  for (let from = 0; from < run.length; ) {
    const match = longestAt(run, from);
    if (match !== null) found.push(match);
    from = match?.to ?? from + 1;
  }
  return found;
}

function longestAt(run: string, from: number): UnspacedTerm | null {
  const { meanings, longest } = termMap();
  for (let to = Math.min(from + longest, run.length); to > from; to--) {
    const term = run.slice(from, to);
    const concept = meanings.get(term);
    if (concept !== undefined && (term.length > 1 || standsAlone(run, from))) return { concept, term, from, to };
  }
  return null;
}

/** A single character is a term only on its own: 北海道 isn't about the sea. */
function standsAlone(run: string, at: number): boolean {
  return !han.test(run.charAt(at - 1)) && !han.test(run.charAt(at + 1));
}
