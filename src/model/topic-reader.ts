// The port for topic classification.
import type { Description, Provenance } from './resource.ts';
import type { Topic } from './topic.ts';

export interface TopicsOfResource {
  /** Most certain first. */
  readonly topics: readonly Topic[];
  /** By layer, in the order of the description's layers. */
  readonly layers: readonly (readonly Topic[])[];
  /** ISO 639-1, likeliest first. */
  readonly languages: readonly string[];
}

/** Context besides the description. */
export interface TopicContext {
  readonly endpoint: string;
  readonly provenance: Pick<Provenance, 'source' | 'anchor'> | null;
}

export interface TopicReader {
  /** Changes whenever the same text may get different topics. */
  readonly version: string;
  read(description: Description, context: TopicContext): TopicsOfResource;
}
