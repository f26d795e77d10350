// The port in front of ingest: the single path from a description to a stored, indexed, classified and monitored record.
import type { Catalog, Recorded } from './catalog.ts';
import type { Description, Discovery, Provenance, RecordRef, Resource } from './resource.ts';
import type { Search } from './search.ts';
import type { Transaction } from './store.ts';
import type { TopicCorrection } from './topic.ts';
import type { TopicReader } from './topic-reader.ts';

/** Addresses as they are fetched, secrets included. */
export type ResourceAddresses = Pick<Resource, 'endpoint' | 'url'>;

export interface CompletedDescription {
  readonly description: Description;
  /** Harvested records that link to the resource. */
  readonly records: readonly RecordRef[];
}

export interface IngestDependencies {
  readonly catalog: Catalog;
  readonly search: Pick<Search, 'index'>;
  readonly topics: TopicReader;
  /** Fills what a description leaves empty from harvested records that link to the resource. */
  complete(
    transaction: Transaction,
    description: Description,
    addresses: ResourceAddresses,
  ): Promise<CompletedDescription>;
  /** Adds a resource to the check schedule. */
  enroll(transaction: Transaction, resource: Resource, nowMs: number): Promise<unknown>;
}

export interface IngestRequest {
  readonly discovery: Discovery;
  /** The request URL that proved it. */
  readonly url: string;
  /** How it was found, the first being the one reported; none for what is known already. */
  provenance?(records: readonly RecordRef[]): readonly Provenance[];
  readonly task: string | null;
  readonly nowMs: number;
  /** Set by imports, whose descriptions were completed, classified and dated in another catalog. */
  readonly imported?: ImportedState;
}

/** What an export carries that a crawl or check would derive. */
export interface ImportedState {
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Null leaves topics unread: `classify` or the next crawl reads them. */
  readonly topics: TopicReader | null;
  readonly corrections: readonly TopicCorrection[];
}

export interface RefreshRequest {
  /** Address of the resource, or of a request to it. */
  readonly url: string;
  readonly provenance: Provenance;
  readonly task: string | null;
  readonly nowMs: number;
}

export interface Ingest {
  /** Stores a description and everything that follows from it, inside the caller's transaction. */
  store(transaction: Transaction, request: IngestRequest): Promise<Recorded>;
  /** Completes stored descriptions at an address from records harvested since, without a new request to the resource. */
  refresh(transaction: Transaction, request: RefreshRequest): Promise<void>;
}
