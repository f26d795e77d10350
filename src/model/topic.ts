// The topics of a resource or layer, and users' corrections.

export interface Topic {
  /** Vocabulary and code: 'inspire:hy', 'iso:inlandWaters', 'geoss:water', 'land-cover:water', 'concept:river'. */
  readonly id: string;
  /** 0 … 1. */
  readonly confidence: number;
  /** The deciding words, highest weight first. */
  readonly words: readonly string[];
  /** Set if a user confirmed it. */
  readonly by?: 'user';
}

/** A user's correction; stored separately from computed topics, which it overrides. */
export interface TopicCorrection {
  /** Name of the layer; null for the resource itself. */
  readonly layer: string | null;
  readonly topic: string;
  readonly verdict: 'add' | 'remove';
  readonly madeMs: number;
}
