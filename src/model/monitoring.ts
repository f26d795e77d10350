// Health of resources: what a round of checks saw, the state that follows from it, and the port in front of what is stored.
import type { HealthState } from './health.ts';
import type { Description } from './resource.ts';
import type { Transaction } from './store.ts';

export { type HealthState, healthStates } from './health.ts';

/**
 * How a round ended. `ok`: the scored operation gave what it should. `flawed`: the service answers, but something is wrong
 * with what it gives (a blank map, a layer that fails beside one that works). `failed`: the scored operation could not be
 * had. `restricted`: it wants to know who asks. `gone`: the server says for good that it is no more. `refused`: we may not
 * ask (robots.txt, opt-out). `unclear`: nothing can be said of the service (our own network, a host that asked for a rest).
 */
export const roundOutcomes = ['ok', 'flawed', 'failed', 'restricted', 'gone', 'refused', 'unclear'] as const;
export type RoundOutcome = (typeof roundOutcomes)[number];

/** Why a check was not simply good. Each has a row in docs/monitoring.md. */
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

/** One request of a round, exactly as it was sent but for secrets, and what came back. */
export interface CheckedRequest {
  readonly operation: string;
  readonly dataset: string | null;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** What was posted; not there for GET. */
  readonly body?: string;
  readonly startedMs: number;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly mediaType: string;
  readonly bytes: number;
  /** Until the first byte of the answer. */
  readonly firstByteMs: number | null;
  /** Until its last byte, without our own pauses; where no answer came, until that was certain, with them. */
  readonly totalMs: number;
  /** Null where the answer was what it should be. */
  readonly reason: CheckReason | null;
}

/** Checks of correctness (`quality-score.md`, C); null where one does not apply. */
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

/** Which of INSPIRE's limits a response time is held against. */
export type TimeClass = 'landing' | 'map' | 'describe' | 'data';

export interface CheckRound {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: RoundOutcome;
  readonly reason: CheckReason | null;
  /** Of the answer that decided; null where there was none. */
  readonly firstByteMs: number | null;
  readonly timeClass: TimeClass;
  readonly correctness: Correctness | null;
  readonly requests: readonly CheckedRequest[];
  /** Where permanent redirects lead, secrets masked. */
  readonly movedTo: string | null;
  /** Datasets that are advertised and were not served. */
  readonly notServed: readonly string[];
}

/** What the state machine remembers of a resource. */
export interface Health {
  readonly state: HealthState;
  /** Since when it is in this state. */
  readonly sinceMs: number;
  readonly reason: CheckReason | null;
  readonly rounds: number;
  readonly succeeded: number;
  /** The failed rounds in a row up to now. */
  readonly failedRounds: number;
  readonly firstFailedMs: number | null;
  /** Since when its host has no address. */
  readonly unknownHostMs: number | null;
  readonly lastRoundMs: number;
}

/** What the schedule remembers. */
export interface Rhythm {
  /** Rounds at the intervals for what is new that are done. */
  readonly step: number;
  readonly intervalMs: number;
  /** Changes seen, and how long was looked for them; both fade with time. */
  readonly changes: number;
  readonly observedMs: number;
  /** The part of it that ended with a change; not there in what older versions stored. */
  readonly changedMs?: number;
  /** Not there where the server offers none, or the description is made of several answers. */
  readonly validators?: Validators;
}

/** What a description came with, to ask for it again only if it is another one (RFC 9110, 13.1). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When it was read in full last. */
  readonly readMs: number;
}

export interface Monitored {
  readonly id: string;
  /** 'https://host:port': rounds to one host never overlap. */
  readonly hostKey: string;
  readonly isFollowed: boolean;
  readonly isOptedOut: boolean;
  readonly enrolledMs: number;
  /** Null for what is opted out. */
  readonly dueMs: number | null;
  /** When its description was read last, by a crawl or a check. */
  readonly describedMs: number;
  readonly health: Health | null;
  readonly rhythm: Rhythm;
  readonly score: Score | null;
  readonly movedTo: string | null;
  /** Rounds there were, also those that are pruned. */
  readonly rounds: number;
}

/** What of a round the score is made of. */
export type ScoredRound = Pick<CheckRound, 'endedMs' | 'outcome' | 'firstByteMs' | 'timeClass' | 'correctness'>;

/** A round as the history keeps it. */
export interface StoredRound extends CheckRound {
  readonly number: number;
}

export interface ScorePart {
  readonly points: number;
  readonly of: number;
  /** The raw numbers behind it, for people who want to follow the arithmetic. */
  readonly facts: Readonly<Record<string, number | boolean | string | null>>;
}

/** `quality-score.md`, always with its parts. */
export interface Score {
  readonly scoreVersion: 1;
  /** Null while nothing can be said: unmonitored, or never checked. */
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

/** What changed between two states of a description. */
export interface DescriptionChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly moved: readonly string[];
  /** Fields of the resource itself ('title', 'abstract', 'extent', 'version', 'terms' …). */
  readonly fields: readonly string[];
}

/** One state of a description. */
export interface DescriptionVersion {
  readonly number: number;
  readonly seenMs: number;
  readonly contentHash: string;
  readonly description: VersionedDescription;
  /** Against the version before; null for the first. */
  readonly change: DescriptionChange | null;
  /** So many layers went at once that the loss is doubted: what was known stays until it is seen again. */
  readonly isSuspicious: boolean;
}

/** The part of a description that versions keep. */
export type VersionedDescription = Pick<
  Description,
  'title' | 'abstract' | 'keywords' | 'provider' | 'fees' | 'accessConstraints' | 'extent' | 'layerCount'
> & {
  readonly version: string | null;
  readonly layers: readonly Pick<Description['layers'][number], 'name' | 'title' | 'abstract' | 'extent'>[];
};

/** Something worth telling people who follow a resource. */
export interface HealthEvent {
  readonly number: number;
  readonly id: string;
  readonly atMs: number;
  readonly type: 'found' | 'up' | 'degraded' | 'down' | 'restricted' | 'gone' | 'unmonitored' | 'changed' | 'moved';
  readonly message: string;
}

export interface RetentionPolicy {
  /** Rounds older than this go; those a state began with stay as long as the state does. */
  readonly roundsMs: number;
  /** Rounds kept of one resource at most. */
  readonly roundsPerResource: number;
  readonly versionsPerResource: number;
  readonly eventsMs: number;
}

/** The outcome of one round, to be stored together. */
export interface SettledRound {
  readonly id: string;
  readonly round: CheckRound;
  readonly health: Health | null;
  readonly rhythm: Rhythm;
  readonly score: Score | null;
  readonly dueMs: number;
  /** Null where the description was not read. */
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

/** Checks at rest. */
export interface CheckStore {
  /** Takes a resource into the schedule; false where it is in it already. */
  enroll(transaction: Transaction, enrollment: Enrollment): Promise<boolean>;
  get(id: string): Promise<Monitored | null>;
  /** Those due by then, longest due first, at most one per host. */
  due(nowMs: number, limit: number, busyHosts: ReadonlySet<string>): Promise<readonly Monitored[]>;
  /** Takes the hosts of these off the list of what is due until then, or until one of them is settled or released. */
  lease(transaction: Transaction, ids: readonly string[], untilMs: number): Promise<void>;
  /** Gives the host of a resource back that was not settled. */
  release(transaction: Transaction, id: string): Promise<void>;
  /** The earliest moment anything is due; null where nothing is monitored. */
  nextDueMs(): Promise<number | null>;
  settle(transaction: Transaction, settled: SettledRound): Promise<void>;
  /** Puts it at another place in the schedule without a round. */
  postpone(transaction: Transaction, id: string, dueMs: number): Promise<void>;
  follow(transaction: Transaction, id: string, isFollowed: boolean, dueMs: number): Promise<boolean>;
  /** At the publisher's wish; takes effect at once. */
  optOut(transaction: Transaction, id: string, isOptedOut: boolean, nowMs: number): Promise<boolean>;
  /** Newest first. */
  rounds(id: string, options?: { readonly sinceMs?: number; readonly limit?: number }): Promise<readonly StoredRound[]>;
  /** The same with only what the score is made of: a history may be long, and every round asks for it. */
  scoredRounds(id: string, sinceMs: number, transaction?: Transaction): Promise<readonly ScoredRound[]>;
  /** Adds a state of the description where it differs from the last one kept; null where it does not. */
  keepVersion(
    transaction: Transaction,
    id: string,
    version: Omit<DescriptionVersion, 'number'>,
  ): Promise<DescriptionVersion | null>;
  /** Newest first; as the transaction has them where one is given. */
  versions(id: string, transaction?: Transaction): Promise<readonly DescriptionVersion[]>;
  moved(transaction: Transaction, id: string, movedTo: string | null): Promise<void>;
  /** Newest first, of one resource or all. */
  events(options: {
    readonly id?: string;
    readonly afterNumber?: number;
    readonly limit: number;
  }): Promise<readonly HealthEvent[]>;
  /** Takes away what the policy does not keep; how many rows went. */
  prune(transaction: Transaction, policy: RetentionPolicy, nowMs: number): Promise<number>;
  counts(nowMs: number): Promise<MonitorCounts>;
  all(): AsyncIterable<Monitored>;
}
