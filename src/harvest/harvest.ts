// A harvest of one catalog after a step.
import type { WalkState } from './harvest-state.ts';

export interface Harvest {
  readonly id: number;
  /** How many times the catalog has been harvested, including this one. */
  readonly run: number;
  readonly step: number;
  readonly state: WalkState;
  /** Interrupted earlier: it resumes. */
  readonly isResumed: boolean;
}
