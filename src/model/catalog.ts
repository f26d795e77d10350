// The catalog port: stored records.
import type { ErrorCode } from './errors.ts';
import type { Problem } from './problem.ts';
import type { Description, Discovery, Layer, Provenance, Resource } from './resource.ts';
import type { SeenSince } from './search.ts';
import type { Transaction } from './store.ts';
import type { TopicCorrection } from './topic.ts';
import type { TopicReader } from './topic-reader.ts';

export type RecordedAs = 'new' | 'changed' | 'same';

export interface Recorded {
  readonly resource: Resource;
  readonly recordedAs: RecordedAs;
  /** True the first time a task finds the resource; each task reports it once. */
  readonly isFirstInTask: boolean;
  /** True if its topics were recomputed: the record must be reindexed. */
  readonly hasNewTopics: boolean;
}

export interface RecordRequest {
  readonly discovery: Discovery;
  /** The request URL that proved it. */
  readonly url: string;
  readonly provenance: Provenance | null;
  /** Further provenance: other paths that lead to it. */
  readonly also?: readonly Provenance[];
  readonly task: string | null;
  readonly nowMs: number;
  /**
   * Computes topics of new and changed records, and of those classified by an earlier version; without it topics are
   * kept.
   */
  readonly topics?: TopicReader;
}

/** Amends a stored description without a new request. */
export interface RedescribeRequest {
  /** URL of the resource, or of a request to it. */
  readonly url: string;
  describe(resource: Resource): Promise<Description>;
  readonly origins: readonly Provenance[];
  readonly task: string | null;
  readonly nowMs: number;
}

/** A stored version of a description; a new one only when the parsed content changed. */
export interface HistoryEntry {
  readonly seenMs: number;
  readonly contentHash: string;
  readonly title: string;
  readonly layerCount: number;
}

export interface CatalogProblem {
  readonly url: string;
  readonly code: ErrorCode | Problem['code'];
  readonly message: string;
  readonly count: number;
  readonly lastMs: number;
}

export interface CatalogCounts {
  readonly resources: number;
  readonly layers: number;
  readonly byKind: Readonly<Record<string, number>>;
}

/** What to read of a record for a result row: the matching layer, and layers to name. */
export interface ResultRowRequest {
  readonly id: string;
  /** Position of the layer; null for the record itself. */
  readonly layer: number | null;
  readonly layers: readonly number[];
}

/** The fields of a record shown in a result row. */
export interface ShownResource
  extends Pick<Resource, 'id' | 'kind' | 'family' | 'version' | 'endpoint' | 'url' | 'title' | 'abstract' | 'provider'>,
    Pick<Resource, 'extent' | 'layerCount' | 'formats' | 'languages' | 'health'> {
  /** Name of its first named layer, for the preview. */
  readonly firstLayer: string | null;
}

export interface Line {
  readonly resource: ShownResource;
  /** Null if not requested, or if it no longer exists. */
  readonly layer: Layer | null;
  /** Without layers that no longer exist. */
  readonly layers: readonly Pick<Layer, 'name' | 'title'>[];
}

export interface Catalog {
  /** Adds or updates the record of a discovery, inside the caller's transaction. */
  record(transaction: Transaction, request: RecordRequest): Promise<Recorded>;
  /** Changes the description of the resources at a URL, inside the caller's transaction; returns those that changed. */
  redescribe(transaction: Transaction, request: RedescribeRequest): Promise<readonly Resource[]>;
  /** Counts a problem of a URL without a record. */
  recordProblem(transaction: Transaction, problem: Omit<CatalogProblem, 'count'>): Promise<void>;
  /**
   * By id, by unambiguous id prefix (at least 4 characters), or by endpoint URL; null if there is none. Reads inside
   * the transaction if one is given.
   */
  get(idOrUrl: string, transaction?: Transaction): Promise<Resource | null>;
  /**
   * The records of these ids, by id, without those that don't exist. `maxLayers`: only so many layers of each, the first
   * with names, because a page shows few and a service may have 50,000. Their `parent` is a position among all layers.
   */
  getAll(ids: readonly string[], maxLayers?: number): Promise<ReadonlyMap<string, Resource>>;
  /** A page of result rows in few statements; null for records that no longer exist. */
  lines(wishes: readonly ResultRowRequest[]): Promise<readonly (Line | null)[]>;
  /** Its URLs including secrets: for fetching only, never shown. */
  privateAddresses(id: string, transaction?: Transaction): Promise<Pick<Resource, 'endpoint' | 'url'> | null>;
  history(id: string): Promise<readonly HistoryEntry[]>;
  /** The complete provenance, first discovery first. */
  provenance(id: string): Promise<readonly Provenance[]>;
  /** All records in id order, read in pages so that exports need little memory. */
  all(): AsyncIterable<Resource>;
  /** Ids and addresses of all records in id order. */
  endpoints(): AsyncIterable<Pick<Resource, 'id' | 'endpoint'>>;
  /** Records last seen at or after this time, oldest first. */
  readonly seenSince: SeenSince;
  /** Records in id order starting at an offset, without reading those before; `maxLayers` as for `getAll`. */
  page(offset: number, limit: number, maxLayers?: number): Promise<readonly Resource[]>;
  /** Changes with every write, by any process. */
  revision(): Promise<string>;
  /**
   * Stores a user's topic correction, which overrides computed topics also after later visits. Null if there is no such
   * record.
   */
  correctTopic(transaction: Transaction, id: string, correction: TopicCorrection): Promise<Resource | null>;
  /** Removes a correction. */
  forgetCorrection(transaction: Transaction, id: string, layer: string | null, topic: string): Promise<Resource | null>;
  corrections(id: string): Promise<readonly TopicCorrection[]>;
  /** Ids of records whose topics are missing or were computed by another version. */
  outdatedTopics(version: string): AsyncIterable<string>;
  /** Recomputes the topics of a stored record. */
  readTopics(transaction: Transaction, id: string, reader: TopicReader): Promise<Resource | null>;
  problems(limit: number): Promise<readonly CatalogProblem[]>;
  counts(): Promise<CatalogCounts>;
}
