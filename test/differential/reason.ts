// A reason for a difference: one sentence for people, and the proof that it holds for a given document.
import type { Difference, Field, Peer } from './compare.ts';

export interface Reason {
  readonly id: string;
  /** Null for both. */
  readonly peer: Peer | null;
  readonly fields: readonly Field[];
  /** What happens, whose doing it is, and which reading stands. */
  readonly because: string;
  /** Looks at the document: true only where it shows what the sentence says. */
  holds(difference: Difference): boolean;
}
