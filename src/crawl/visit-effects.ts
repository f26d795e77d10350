// The effects of a visit, and the interpretations of a response they are built from.
import { maskSecrets } from '../base/url/url.ts';
import type { Page } from '../model/document.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Offer, Outcome, Visit, VisitState } from '../model/frontier.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { Discovery } from '../model/resource.ts';

/** All effects of a visit, written in one transaction. */
export interface VisitEffects {
  readonly visit: Visit | null;
  /** Null if the visit was released unsettled. */
  readonly outcome: Outcome | null;
  readonly offers: readonly Offer[];
  readonly discoveries: readonly Discovery[];
  readonly events: readonly CrawlEvent[];
  readonly requests: number;
  readonly bytes: number;
  /** Redirect target of the visited URL. */
  readonly movedTo?: string;
}

export const noEffects: VisitEffects = {
  visit: null,
  outcome: null,
  offers: [],
  discoveries: [],
  events: [],
  requests: 0,
  bytes: 0,
};

/** What a response means. The links of its page aren't offers yet: the ordering learns the page before it ranks them. */
export interface Interpretation
  extends Pick<VisitEffects, 'outcome' | 'offers' | 'discoveries' | 'events' | 'movedTo'> {
  readonly page: Page | null;
}

export const unsettled: Interpretation = { outcome: null, offers: [], discoveries: [], events: [], page: null };

export function succeeded(visit: Visit, found = 0): Interpretation {
  return { ...unsettled, outcome: { visit, state: 'done', reason: null, found } };
}

/** Visits after which a failing URL is given up. */
const maxTries = 3;

/** Temporary failures are retried; others are final. */
export function failed(visit: Visit, isTemporary: boolean, reason: ErrorCode, message: string): Interpretation {
  return unsuccessful(visit, isTemporary && visit.tries + 1 < maxTries ? 'retry' : 'failed', reason, message);
}

export function refused(visit: Visit, reason: ErrorCode, message: string): Interpretation {
  return unsuccessful(visit, 'refused', reason, message);
}

/** Failures to be retried aren't reported. */
function unsuccessful(visit: Visit, state: VisitState, reason: ErrorCode, message: string): Interpretation {
  const events = state === 'retry' ? [] : [problemEvent(visit.url, { code: reason, message })];
  return { ...unsettled, outcome: { visit, state, reason, found: 0 }, events };
}

type ProblemEvent = Extract<CrawlEvent, { type: 'problem' }>;

export function problemEvent(url: string, { code, message }: Pick<ProblemEvent, 'code' | 'message'>): ProblemEvent {
  return { type: 'problem', url: maskSecrets(url), code, message };
}
