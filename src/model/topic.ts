// What a resource or layer is about, and what a person said to the contrary.

export interface Topic {
  /** Vocabulary and code: 'inspire:hy', 'iso:inlandWaters', 'geoss:water', 'land-cover:water', 'concept:river'. */
  readonly id: string;
  /** 0 … 1. */
  readonly confidence: number;
  /** The words that decided, the weightiest first. */
  readonly words: readonly string[];
  /** Set where a person said so. */
  readonly by?: 'user';
}

/** What a person corrected; kept apart from what was read, and stronger. */
export interface TopicCorrection {
  /** Name of the layer; null for the resource itself. */
  readonly layer: string | null;
  readonly topic: string;
  readonly verdict: 'add' | 'remove';
  readonly madeMs: number;
}
