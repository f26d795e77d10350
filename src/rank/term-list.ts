// [ATF]'s accumulated term frequencies: terms of confirmed service URLs by descending frequency, in three parts.

export interface TermList {
  /** Adds one occurrence. */
  count(term: string): void;
  /** 0, 1 or 2: the third of the list the term is in; 2 for unknown terms. */
  priority(term: string): 0 | 1 | 2;
  entries(): readonly (readonly [term: string, frequency: number])[];
}

/** Above this size a new term replaces the rarest one. */
const maxTerms = 20_000;

/** Kept sorted by swapping a term past those it has overtaken: one swap per count, whatever the length. */
export function createTermList(entries: Iterable<readonly [string, number]> = []): TermList {
  const terms: string[] = [];
  const frequencies: number[] = [];
  const places = new Map<string, number>();
  /** Start of the run of each frequency. */
  const runs = new Map<number, number>();
  for (const [term, frequency] of [...entries].sort(([, one], [, other]) => other - one)) append(term, frequency);

  function append(term: string, frequency: number): void {
    const at = terms.push(term) - 1;
    frequencies.push(frequency);
    places.set(term, at);
    if (frequencies[at - 1] !== frequency) runs.set(frequency, at);
  }
  function add(term: string): void {
    if (terms.length < maxTerms) {
      append(term, 1);
      return;
    }
    const last = terms.length - 1;
    if (frequencies[last] !== 1) return;
    places.delete(terms[last]!);
    terms[last] = term;
    places.set(term, last);
  }
  function promote(at: number): void {
    const frequency = frequencies[at]!;
    const first = runs.get(frequency)!;
    const term = terms[at]!;
    const overtaken = terms[first]!;
    terms[at] = overtaken;
    places.set(overtaken, at);
    terms[first] = term;
    places.set(term, first);
    frequencies[first] = frequency + 1;
    if (frequencies[first + 1] === frequency) runs.set(frequency, first + 1);
    else runs.delete(frequency);
    if (frequencies[first - 1] !== frequency + 1) runs.set(frequency + 1, first);
  }

  return {
    count(term) {
      const at = places.get(term);
      if (at === undefined) add(term);
      else promote(at);
    },
    priority(term) {
      const at = places.get(term);
      return at === undefined ? 2 : (Math.floor((3 * at) / terms.length) as 0 | 1 | 2);
    },
    entries: () => terms.map((term, at) => [term, frequencies[at]!] as const),
  };
}
