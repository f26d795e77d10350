// The monitoring port: rounds of checks, the resulting health state, and their storage.
import type { HealthState } from './health.ts';
import type { Description } from './resource.ts';
import type { Transaction } from './store.ts';

export { type HealthState, healthStates } from './health.ts';

/**
 * The outcome of a round. `ok`: the scored operation succeeded. `flawed`: the service responds, but something is wrong
 * with the result (a blank map, one failing layer among working ones). `failed`: the scored operation failed.
 * `restricted`: authentication is required. `gone`: the server reports permanent removal. `refused`: checks aren't
 * allowed (robots.txt, opt-out). `unclear`: inconclusive (our own network, a host that requested a delay).
 */
export const roundOutcomes = ['ok', 'flawed', 'failed', 'restricted', 'gone', 'refused', 'unclear'] as const;
export type RoundOutcome = (typeof roundOutcomes)[number];

/** Why a check wasn't fully successful. Each has a row in docs/monitoring.md. */
export const reasonCodes = [
  'host-unknown',
  'dns-failed',
  'no-connection',
  'broken-off',
  'too-slow',
  'tls-expired',
  'tls-invalid',
  'redirect-astray',
  'bad-http',
  'status',
  'not-found',
  'gone',
  'server-error',
  'overloaded',
  'asks-for-login',
  'forbidden',
  'exception',
  'error-picture',
  'blank-picture',
  'broken-picture',
  'wrong-type',
  'empty',
  'no-content',
  'cut-short',
  'malformed',
  'another-service',
  'dataset-not-served',
  'robots',
  'opted-out',
  'not-asked',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export interface CheckReason {
  readonly code: ReasonCode;
  /** One plain sentence for the publisher. */
  readonly message: string;
}

/** One request of a round as sent, without secrets, and its response. */
export interface CheckedRequest {
  readonly operation: string;
  readonly dataset: string | null;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The posted body; absent for GET. */
  readonly body?: string;
  readonly startedMs: number;
  /** Null without a response. */
  readonly status: number | null;
  readonly mediaType: string;
  readonly bytes: number;
  /** Time to first byte. */
  readonly firstByteMs: number | null;
  /** Time to the last byte, without our own delays; without a response, the time until failure, including them. */
  readonly totalMs: number;
  /** Null if the response was valid. */
  readonly reason: CheckReason | null;
}

/** Correctness checks (`quality-score.md`, C); null if one doesn't apply. */
export const correctnessItems = [
  'status',
  'mediaType',
  'parses',
  'noException',
  'version',
  'operation',
  'extentAndCrs',
  'tls',
  'address',
] as const;
export type CorrectnessItem = (typeof correctnessItems)[number];
export type Correctness = Readonly<Record<CorrectnessItem, boolean | null>>;

/** The INSPIRE limit that applies to a response time. */
export type TimeClass = 'landing' | 'map' | 'describe' | 'data';

export interface CheckRound {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: RoundOutcome;
  readonly reason: CheckReason | null;
  /** Of the deciding response; null if there was none. */
  readonly firstByteMs: number | null;
  readonly timeClass: TimeClass;
  readonly correctness: Correctness | null;
  readonly requests: readonly CheckedRequest[];
  /** Target of permanent redirects, secrets masked. */
  readonly movedTo: string | null;
  /** Advertised datasets that weren't served. */
  readonly notServed: readonly string[];
}

/** State of the health state machine for a resource. */
export interface Health {
  readonly state: HealthState;
  /** Start of this state. */
  readonly sinceMs: number;
  readonly reason: CheckReason | null;
  readonly rounds: number;
  readonly succeeded: number;
  /** Consecutive failed rounds. */
  readonly failedRounds: number;
  readonly firstFailedMs: number | null;
  /** Since when its host doesn't resolve. */
  readonly unknownHostMs: number | null;
  readonly lastRoundMs: number;
}

/** State of the scheduler for a resource. */
export interface Rhythm {
  /** Rounds done at the intervals for new resources. */
  readonly step: number;
  readonly intervalMs: number;
  /** Observed changes and observation time; both decay. */
  readonly changes: number;
  readonly observedMs: number;
  /** The part of it that ended with a change; absent in data of older versions. */
  readonly changedMs?: number;
  /** Absent if the server offers none, or if the description consists of several responses. */
  readonly validators?: Validators;
}

/** Validators of a description for conditional requests (RFC 9110, 13.1). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Last full read. */
  readonly readMs: number;
}

export interface Monitored {
  readonly id: string;
  /** 'https://host:port': rounds on one host never overlap. */
  readonly hostKey: string;
  readonly isFollowed: boolean;
  readonly isOptedOut: boolean;
  readonly enrolledMs: number;
  /** Null after an opt-out. */
  readonly dueMs: number | null;
  /** When its description was last read, by a crawl or a check. */
  readonly describedMs: number;
  readonly health: Health | null;
  readonly rhythm: Rhythm;
  readonly score: Score | null;
  readonly movedTo: string | null;
  /** Total number of rounds, including pruned ones. */
  readonly rounds: number;
}

/** The parts of a round used by the score. */
export type ScoredRound = Pick<CheckRound, 'endedMs' | 'outcome' | 'firstByteMs' | 'timeClass' | 'correctness'>;

/** A round in the history. */
export interface StoredRound extends CheckRound {
  readonly number: number;
}

export interface ScorePart {
  readonly points: number;
  readonly of: number;
  /** The raw numbers behind it. */
  readonly facts: Readonly<Record<string, number | boolean | string | null>>;
}

/** `quality-score.md`, always with its parts. */
export interface Score {
  readonly scoreVersion: 1;
  /** Null if unknown: unmonitored, or never checked. */
  readonly value: number | null;
  readonly band: 'good' | 'fair' | 'poor' | null;
  readonly isProvisional: boolean;
  readonly cap: 'down' | 'never-succeeded' | null;
  readonly availability: ScorePart;
  readonly performance: ScorePart;
  readonly correctness: ScorePart;
  readonly metadata: ScorePart;
  readonly computedMs: number;
}

/** Differences between two versions of a description. */
export interface DescriptionChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly moved: readonly string[];
  /** Fields of the resource itself ('title', 'abstract', 'extent', 'version', 'terms' …). */
  readonly fields: readonly string[];
}

/** One version of a description. */
export interface DescriptionVersion {
  readonly number: number;
  readonly seenMs: number;
  readonly contentHash: string;
  readonly description: VersionedDescription;
  /** Differences from the previous version; null for the first. */
  readonly change: DescriptionChange | null;
  /** So many layers disappeared at once that the loss is doubted: known layers are kept until confirmed. */
  readonly isSuspicious: boolean;
}

/** The part of a description stored in versions. */
export type VersionedDescription = Pick<
  Description,
  'title' | 'abstract' | 'keywords' | 'provider' | 'fees' | 'accessConstraints' | 'extent' | 'layerCount'
> & {
  readonly version: string | null;
  readonly layers: readonly Pick<Description['layers'][number], 'name' | 'title' | 'abstract' | 'extent'>[];
};

/** An event for the subscribers of a resource. */
export interface HealthEvent {
  readonly number: number;
  readonly id: string;
  readonly atMs: number;
  readonly type: 'found' | 'up' | 'degraded' | 'down' | 'restricted' | 'gone' | 'unmonitored' | 'changed' | 'moved';
  readonly message: string;
}

export interface RetentionPolicy {
  /** Older rounds are pruned; the first round of a state is kept as long as the state. */
  readonly roundsMs: number;
  /** Maximum number of rounds kept per resource. */
  readonly roundsPerResource: number;
  readonly versionsPerResource: number;
  readonly eventsMs: number;
}

/** The results of one round, stored together. */
export interface SettledRound {
  readonly id: string;
  readonly round: CheckRound;
  readonly health: Health | null;
  readonly rhythm: Rhythm;
  readonly score: Score | null;
  readonly dueMs: number;
  /** Null if the description wasn't read. */
  readonly describedMs: number | null;
  readonly events: readonly Omit<HealthEvent, 'number' | 'id'>[];
}

export interface MonitorCounts {
  readonly monitored: number;
  readonly due: number;
  readonly byState: Readonly<Record<HealthState | 'unchecked', number>>;
  readonly rounds: number;
}

export interface Enrollment {
  readonly id: string;
  readonly hostKey: string;
  readonly nowMs: number;
  readonly dueMs: number;
}

/** Stored checks. */
export interface CheckStore {
  /** Adds a resource to the schedule; false if it is already scheduled. */
  enroll(transaction: Transaction, enrollment: Enrollment): Promise<boolean>;
  get(id: string): Promise<Monitored | null>;
  /** Resources due by then, longest due first, at most one per host. */
  due(nowMs: number, limit: number, busyHosts: ReadonlySet<string>): Promise<readonly Monitored[]>;
  /** Leases the hosts of these resources until then, or until one of them is settled or released. */
  lease(transaction: Transaction, ids: readonly string[], untilMs: number): Promise<void>;
  /** Releases the host of a resource that wasn't settled. */
  release(transaction: Transaction, id: string): Promise<void>;
  /** The earliest due time; null if nothing is monitored. */
  nextDueMs(): Promise<number | null>;
  settle(transaction: Transaction, settled: SettledRound): Promise<void>;
  /** Reschedules it without a round. */
  postpone(transaction: Transaction, id: string, dueMs: number): Promise<void>;
  follow(transaction: Transaction, id: string, isFollowed: boolean, dueMs: number): Promise<boolean>;
  /** At the publisher's request; effective at once. */
  optOut(transaction: Transaction, id: string, isOptedOut: boolean, nowMs: number): Promise<boolean>;
  /** Newest first. */
  rounds(id: string, options?: { readonly sinceMs?: number; readonly limit?: number }): Promise<readonly StoredRound[]>;
  /** The same with only the parts used by the score: histories can be long, and every round reads them. */
  scoredRounds(id: string, sinceMs: number, transaction?: Transaction): Promise<readonly ScoredRound[]>;
  /** Adds a version of the description if it differs from the last one; null otherwise. */
  keepVersion(
    transaction: Transaction,
    id: string,
    version: Omit<DescriptionVersion, 'number'>,
  ): Promise<DescriptionVersion | null>;
  /** Newest first; read inside the transaction if one is given. */
  versions(id: string, transaction?: Transaction): Promise<readonly DescriptionVersion[]>;
  moved(transaction: Transaction, id: string, movedTo: string | null): Promise<void>;
  /** Newest first, of one resource or all. */
  events(options: {
    readonly id?: string;
    readonly afterNumber?: number;
    readonly limit: number;
  }): Promise<readonly HealthEvent[]>;
  /** Prunes according to the policy; returns the number of deleted rows. */
  prune(transaction: Transaction, policy: RetentionPolicy, nowMs: number): Promise<number>;
  counts(nowMs: number): Promise<MonitorCounts>;
  all(): AsyncIterable<Monitored>;
}
