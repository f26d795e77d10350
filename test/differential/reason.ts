// A reason for a difference: a sentence for the docs, and a check that it holds for a given document.
import type { Difference, Field, Peer } from './compare.ts';

export interface Reason {
  readonly id: string;
  /** Null for both. */
  readonly peer: Peer | null;
  readonly fields: readonly Field[];
  /** What happens, its cause, and which reading is correct. */
  readonly because: string;
  /** Checks the document: true only if it confirms the sentence. */
  holds(difference: Difference): boolean;
}
