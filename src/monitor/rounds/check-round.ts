// One round of checks of one resource: its scored operation, a retry on failure, and the result.
import { maskSecrets } from '../../base/url/url.ts';
import type { Clock } from '../../model/clock.ts';
import type { Document } from '../../model/document.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { CheckRequest, ResourceKind } from '../../model/kind.ts';
import type {
  CheckedRequest,
  CheckReason,
  CheckRound,
  Correctness,
  RoundOutcome,
  TimeClass,
  Validators,
} from '../../model/monitoring.ts';
import type { Discovery, Resource } from '../../model/resource.ts';
import { describedCorrectness } from './described-correctness.ts';
import { failureReason } from './failure-reason.ts';
import { type Grade, type Judgement, judgeResponse, type ResponseReader } from './judge-response.ts';
import { movedFrom } from './redirect-target.ts';

export interface CheckTools {
  /** Sends one request politely; throws GeotrawlError like a fetch. */
  request(request: CheckRequest, signal?: AbortSignal): Promise<Document>;
  /** Rereads the description, or only if it differs from `known`. */
  describe(resource: Resource, known: Validators | null, signal?: AbortSignal): Promise<Described>;
  readonly reader: ResponseReader;
  readonly clock: Clock;
  /** Delay before a failed operation is retried. */
  readonly retryAfterMs: number;
  /** Whether this process is itself too slow to blame a timeout on the server. */
  readonly isStrained?: () => boolean;
}

export interface Described {
  readonly document: Document;
  /** Of its kind; null if the response is something else. */
  readonly discovery: Discovery | null;
  /** True if the server reports it as unchanged. */
  readonly isUnchanged: boolean;
  /** Validators for the next request; null if there are none. */
  readonly validators: Validators | null;
}

export interface CheckSubject {
  /** With its endpoint as fetched, secrets included. */
  readonly resource: Resource;
  readonly kind: ResourceKind;
  /** Counts rounds, so that datasets and boxes rotate. */
  readonly turn: number;
  /** True if its description should be read as well. */
  readonly wantsDescription: boolean;
  /** Validators of the description as last read. */
  readonly known: Validators | null;
}

export interface CheckedRound {
  readonly round: CheckRound;
  /** The description, if it was read and is of the same kind. */
  readonly discovery: Discovery | null;
  /** True if the server reported the description as unchanged. */
  readonly isUnchanged: boolean;
  readonly validators: Validators | null;
}

/** `quality-score.md`: a round retries once after at least this long. */
export const defaultRetryAfterMs = 30_000;

interface Attempt {
  readonly request: CheckedRequest;
  readonly grade: Grade | 'refused' | 'unclear';
  readonly passed: Judgement['passed'] | null;
  readonly document: Document | null;
}

export async function checkRound(
  subject: CheckSubject,
  tools: CheckTools,
  signal?: AbortSignal,
): Promise<CheckedRound> {
  const { resource, kind, turn } = subject;
  const startedMs = tools.clock.now();
  const planned = kind.check?.(resource, turn) ?? [];
  const lead = planned[0]?.next === undefined ? null : await requestOnce(planned[0], kind, tools, signal);
  const followUps = lead?.grade === 'good' && lead.document !== null ? (planned[0]?.next?.(lead.document) ?? []) : [];
  const operations = followUps.length > 0 ? followUps : planned;
  // Preparatory requests aren't the operation, unless there is no other.
  const begun = followUps.length > 0 ? null : lead;
  const attempts = operations.length === 0 ? [] : await askOperation(operations, { kind, begun }, tools, signal);
  const verdict = operations.length === 0 ? null : verdictOf(attempts);
  const isAlive = attempts.some(({ document }) => document !== null);
  const wants = verdict === null || (isAlive && (subject.wantsDescription || verdict.outcome === 'failed'));
  // A conditional response is trusted only if the operation works; otherwise the description is read in full.
  const known = verdict?.outcome === 'ok' ? subject.known : null;
  const described = wants ? await askDescription({ ...subject, known }, tools, signal) : null;
  const requested = lead !== null && followUps.length > 0 ? [lead, ...attempts] : attempts;
  const all = described === null ? requested : [...requested, described.attempt];
  const final =
    verdict === null ? verdictOf(described === null ? [] : [described.attempt]) : withDescription(verdict, described);
  const decisive = decisiveOf(attempts) ?? described?.attempt ?? null;
  const discovery = described?.discovery ?? null;
  const round: CheckRound = {
    startedMs,
    endedMs: tools.clock.now(),
    outcome: final.outcome,
    reason: final.reason,
    firstByteMs: decisive?.request.firstByteMs ?? null,
    timeClass: timeClassOf(operations[0], kind),
    correctness: correctnessOf(decisive, discovery, resource),
    requests: all.map(({ request }) => request),
    movedTo: decisive?.grade === 'good' ? movedFrom(resource.endpoint, decisive.document) : null,
    notServed: final.notServed,
  };
  return { round, discovery, isUnchanged: described?.isUnchanged ?? false, validators: described?.validators ?? null };
}

/** At most two failures with a delay between them; blank or empty results try every request variant. */
async function askOperation(
  operations: readonly CheckRequest[],
  { kind, begun }: { readonly kind: ResourceKind; readonly begun: Attempt | null },
  tools: CheckTools,
  signal?: AbortSignal,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  let failures = 0;
  // One more than there are variants, for the retry.
  for (let index = 0; failures < 2 && index <= operations.length; index++) {
    const request = operations[index] ?? (failures === 1 ? operations[0] : undefined);
    if (request === undefined) break;
    if (attempts.at(-1)?.grade === 'bad') await tools.clock.sleep(tools.retryAfterMs, signal);
    const attempt = index === 0 && begun !== null ? begun : await requestOnce(request, kind, tools, signal);
    attempts.push(attempt);
    if (attempt.grade === 'bad') failures++;
    else if (attempt.grade !== 'doubtful') break;
  }
  const again = toConfirm(attempts, operations);
  if (again !== null) attempts.push(await requestOnce(again, kind, tools, signal));
  return attempts;
}

/** Another dataset works: a retry tells whether the first is broken or the failure was temporary. */
function toConfirm(attempts: readonly Attempt[], operations: readonly CheckRequest[]): CheckRequest | null {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last?.grade !== 'good' || !isNotServed(first)) return null;
  return first.request.dataset === last.request.dataset ? null : (operations[0] ?? null);
}

async function requestOnce(
  request: CheckRequest,
  kind: ResourceKind,
  tools: CheckTools,
  signal?: AbortSignal,
): Promise<Attempt> {
  const startedMs = tools.clock.now();
  const requests = {
    operation: request.operation ?? 'description',
    dataset: request.dataset ?? null,
    method: request.body === undefined ? 'GET' : 'POST',
    url: maskSecrets(request.url),
    ...(request.body === undefined ? {} : { body: request.body.text }),
    startedMs,
  } as const;
  try {
    const document = await tools.request(request, signal);
    const { grade, reason, passed } = judgeResponse(document, request, kind, tools.reader);
    return { request: { ...requests, ...seenIn(document), reason }, grade, passed, document };
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code === 'fetch.aborted') throw error;
    const isOurs = error.code === 'fetch.timeout' && tools.isStrained?.() === true;
    const { grade, reason } = isOurs ? tooBusy : failureReason(error);
    const totalMs = tools.clock.now() - startedMs;
    const nothing = { status: null, mediaType: '', bytes: 0, firstByteMs: null, totalMs };
    return { request: { ...requests, ...nothing, reason }, grade, passed: null, document: null };
  }
}

const tooBusy = {
  grade: 'unclear',
  reason: {
    code: 'not-asked',
    message: 'No response in time, but this machine was overloaded, so the cause is unclear.',
  },
} as const;

function seenIn(document: Document) {
  return {
    status: document.status,
    mediaType: document.mediaType,
    bytes: document.bytes.length,
    firstByteMs: Math.round(document.latencyMs),
    totalMs: Math.round(document.elapsedMs),
  };
}

/** The description substitutes for the operation in kinds without one, and adds information if the operation failed. */
async function askDescription(
  { resource, kind, known }: CheckSubject,
  tools: CheckTools,
  signal?: AbortSignal,
): Promise<{ readonly attempt: Attempt } & Omit<Described, 'document'>> {
  let described: Described | null = null;
  const attempt = await requestOnce({ url: resource.url, expects: 'document' }, kind, {
    ...tools,
    request: async () => {
      described = await tools.describe(resource, known, signal);
      return described.document;
    },
  });
  const { discovery, isUnchanged, validators } = (described as Described | null) ?? nothingRead;
  const read = { discovery, isUnchanged, validators };
  if (isUnchanged)
    return { attempt: { ...attempt, grade: 'good', request: { ...attempt.request, reason: null } }, ...read };
  if (attempt.grade !== 'good' || discovery !== null) return { attempt, ...read };
  const reason: CheckReason = {
    code: 'another-service',
    message: `The resource at its URL is no longer a ${kind.title}.`,
  };
  return { attempt: { ...attempt, grade: 'bad', request: { ...attempt.request, reason } }, ...read };
}

const nothingRead: Omit<Described, 'document'> = { discovery: null, isUnchanged: false, validators: null };

interface Verdict {
  readonly outcome: RoundOutcome;
  readonly reason: CheckReason | null;
  readonly notServed: readonly string[];
}

function verdictOf(attempts: readonly Attempt[]): Verdict {
  const good = attempts.filter(({ grade }) => grade === 'good');
  const notServed = attempts.filter(isNotServed).flatMap(({ request }) => request.dataset ?? []);
  if (good.length > 0) {
    const served = new Set(good.map(({ request }) => request.dataset));
    const others = [...new Set(notServed)].filter((dataset) => !served.has(dataset));
    if (others.length === 0) return { outcome: 'ok', reason: null, notServed: [] };
    const first = attempts.find(({ request }) => request.dataset === others[0]);
    const message = `"${others[0]}" is advertised but not served: ${first?.request.reason?.message ?? ''}`.trim();
    return { outcome: 'flawed', reason: { code: 'dataset-not-served', message }, notServed: others };
  }
  for (const [grade, outcome] of byGrade) {
    const found = attempts.find((attempt) => attempt.grade === grade);
    if (found === undefined) continue;
    const served = outcome === 'failed' ? [...new Set(notServed)] : [];
    return { outcome, reason: found.request.reason, notServed: served };
  }
  return {
    outcome: 'unclear',
    reason: { code: 'not-asked', message: 'There is no operation to request.' },
    notServed: [],
  };
}

/** If no attempt succeeded, the first of these that occurred decides. */
const byGrade: readonly (readonly [Attempt['grade'], RoundOutcome])[] = [
  ['gone', 'gone'],
  ['refused', 'refused'],
  ['closed', 'restricted'],
  ['bad', 'failed'],
  ['doubtful', 'flawed'],
  ['busy', 'unclear'],
  ['unclear', 'unclear'],
];

/** The server responded; only this dataset is broken. */
function isNotServed({ grade, document, request }: Attempt): boolean {
  return grade === 'bad' && document !== null && request.dataset !== null && request.reason?.code !== 'overloaded';
}

/** The report should say whether the service itself still responds. */
function withDescription(verdict: Verdict, described: { readonly attempt: Attempt } | null): Verdict {
  if (described === null) return verdict;
  const { grade, request } = described.attempt;
  if (verdict.outcome === 'ok' && grade === 'bad') {
    const message = `It works, but clients cannot read its description: ${request.reason?.message ?? ''}`.trim();
    return { ...verdict, outcome: 'flawed', reason: { code: request.reason?.code ?? 'status', message } };
  }
  if (verdict.outcome !== 'failed' || verdict.reason === null) return verdict;
  if (grade === 'gone') return { ...verdict, outcome: 'gone', reason: request.reason };
  if (grade !== 'good') return verdict;
  const message = `${verdict.reason.message} Its description still works.`;
  return { ...verdict, reason: { ...verdict.reason, message } };
}

/** The attempt used for timing and correctness: a successful one, else the last with a response. */
function decisiveOf(attempts: readonly Attempt[]): Attempt | null {
  return (
    attempts.find(({ grade }) => grade === 'good') ??
    attempts.findLast(({ document }) => document !== null) ??
    attempts.at(-1) ??
    null
  );
}

function correctnessOf(attempt: Attempt | null, discovery: Discovery | null, resource: Resource): Correctness | null {
  if (attempt === null) return null;
  const isBadTls = attempt.request.reason?.code === 'tls-expired' || attempt.request.reason?.code === 'tls-invalid';
  if (attempt.passed === null && !isBadTls) return null;
  const correctness = attempt.passed ?? {
    status: null,
    mediaType: null,
    parses: null,
    noException: null,
    operation: false,
  };
  return { ...correctness, ...describedCorrectness(resource, discovery, attempt.document, isBadTls) };
}

function timeClassOf(request: CheckRequest | undefined, kind: ResourceKind): TimeClass {
  if (request?.expects === 'picture' || request?.expects === 'tile') return 'map';
  if (request?.expects === 'features' || request?.expects === 'bytes') return 'data';
  return kind.family === 'catalog' ? 'landing' : 'describe';
}
