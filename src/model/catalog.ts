// Records at rest: the port in front of the catalog.
import type { ErrorCode } from './errors.ts';
import type { Problem } from './problem.ts';
import type { Description, Finding, Layer, Provenance, Resource } from './resource.ts';
import type { Transaction } from './store.ts';
import type { TopicCorrection } from './topic.ts';
import type { TopicReader } from './topic-reader.ts';

export type RecordedAs = 'new' | 'changed' | 'same';

export interface Recorded {
  readonly resource: Resource;
  readonly recordedAs: RecordedAs;
  /** True the first time a task comes upon the resource; each task tells of it once. */
  readonly isFirstInTask: boolean;
  /** True where its topics were read anew: the record is to be indexed again. */
  readonly hasNewTopics: boolean;
}

export interface RecordRequest {
  readonly finding: Finding;
  /** The request URL that proved it. */
  readonly url: string;
  readonly provenance: Provenance | null;
  /** Further ways that lead to it. */
  readonly also?: readonly Provenance[];
  readonly task: string | null;
  readonly nowMs: number;
  /** Reads the topics of what is new, changed, or was read by an earlier version; without it topics stay as they are. */
  readonly topics?: TopicReader;
}

/** Says more of what is known already, without asking it again. */
export interface RedescribeRequest {
  /** Address of the resource, or of a request to it. */
  readonly url: string;
  describe(resource: Resource): Promise<Description>;
  readonly ways: readonly Provenance[];
  readonly task: string | null;
  readonly nowMs: number;
}

/** One stored state of a description; a new one only when the parsed content changed. */
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

/** Records first seen in a month ('2026-11'). */
export interface MonthCount {
  readonly month: string;
  readonly count: number;
}

/** A record whose parts in other tables are read only where somebody looks at them, and some of its layers. */
export interface Glance {
  readonly resource: Resource;
  /** As many as positions asked for; undefined where there is no such layer any more. The same objects as in the record. */
  readonly layers: readonly (Layer | undefined)[];
}

/** What is asked for of a record for a line of a list: the layer that is the result, and those that are named. */
export interface LineWish {
  readonly id: string;
  /** Position of the layer; null for the record itself. */
  readonly layer: number | null;
  readonly layers: readonly number[];
}

/** What a line of a list shows of a record. */
export interface ShownResource
  extends Pick<Resource, 'id' | 'kind' | 'family' | 'version' | 'endpoint' | 'url' | 'title' | 'abstract' | 'provider'>,
    Pick<Resource, 'extent' | 'layerCount' | 'formats' | 'languages' | 'health'> {
  /** Name of its first layer that has one: what can be drawn of it. */
  readonly firstLayer: string | null;
}

export interface Line {
  readonly resource: ShownResource;
  /** Null where it is not asked for, or not there any more. */
  readonly layer: Layer | null;
  /** Without those that are not there any more. */
  readonly layers: readonly Pick<Layer, 'name' | 'title'>[];
}

export interface Catalog {
  /** Adds or refreshes the record of a finding, inside the caller's transaction. */
  record(transaction: Transaction, request: RecordRequest): Promise<Recorded>;
  /** Changes the description of the resources at an address, inside the caller's transaction; those that changed. */
  redescribe(transaction: Transaction, request: RedescribeRequest): Promise<readonly Resource[]>;
  /** Counts a problem with a URL that has no resource record. */
  recordProblem(transaction: Transaction, problem: Omit<CatalogProblem, 'count'>): Promise<void>;
  /** By id, by unambiguous id prefix (at least 4 characters), or by endpoint URL; null when there is none. As the transaction has it where one is given. */
  get(idOrUrl: string, transaction?: Transaction): Promise<Resource | null>;
  /** The record of an id as `scan` gives it, with the layers at these positions: a page of results shows few of thousands. */
  glance(id: string, positions: readonly number[]): Promise<Glance | null>;
  /** A page of results as it is shown, in few statements for all of it; null where there is no such record any more. */
  lines(wishes: readonly LineWish[]): Promise<readonly (Line | null)[]>;
  /** Its addresses as they are fetched, secrets inside: for fetching alone, never shown. */
  privateAddresses(id: string, transaction?: Transaction): Promise<Pick<Resource, 'endpoint' | 'url'> | null>;
  history(id: string): Promise<readonly HistoryEntry[]>;
  /** By month, oldest first; months without any are left out. */
  growth(): Promise<readonly MonthCount[]>;
  /** Every way it was found, first one first. */
  provenance(id: string): Promise<readonly Provenance[]>;
  /** All records in id order, a page at a time inside, so that exports stay small in memory. */
  all(): AsyncIterable<Resource>;
  /** The same for looking through them: layers, problems, topics and provenance are read only where somebody looks at them. */
  scan(): AsyncIterable<Resource>;
  /** Records in id order from a position on, without reading those before. */
  page(offset: number, limit: number): Promise<readonly Resource[]>;
  /** Changes whenever something stored does, by whatever program. */
  revision(): Promise<string>;
  /** Keeps what a person says of a topic; it wins over what is read, also after later visits. Null when there is no such record. */
  correctTopic(transaction: Transaction, id: string, correction: TopicCorrection): Promise<Resource | null>;
  /** Takes a correction back. */
  forgetCorrection(transaction: Transaction, id: string, layer: string | null, topic: string): Promise<Resource | null>;
  corrections(id: string): Promise<readonly TopicCorrection[]>;
  /** Ids of records whose topics another version of the reader has read, or none. */
  outdatedTopics(version: string): AsyncIterable<string>;
  /** Reads the topics of a stored record again. */
  readTopics(transaction: Transaction, id: string, reader: TopicReader): Promise<Resource | null>;
  problems(limit: number): Promise<readonly CatalogProblem[]>;
  counts(): Promise<CatalogCounts>;
}
