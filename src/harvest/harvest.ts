// One harvest of one catalog, as it stands after a step.
import type { WalkState } from './harvest-state.ts';

export interface Harvest {
  readonly id: number;
  /** How many times the catalog has been harvested, this one included. */
  readonly run: number;
  readonly step: number;
  readonly state: WalkState;
  /** Begun earlier and broken off: it goes on where it stood. */
  readonly isResumed: boolean;
}
