// The events of a round for subscribers.

import type { CheckRound, Health, HealthEvent, HealthState } from '../../model/monitoring.ts';
import { formatHealth } from '../health/next-health.ts';
import type { DescriptionUpdate } from './check-description.ts';

export interface RoundUpdate {
  readonly before: HealthState | null;
  readonly health: Health | null;
  readonly movedBefore: string | null;
  readonly round: CheckRound;
  readonly news: DescriptionUpdate;
}

/** Only changes: a service that is down every day is reported once. */
export function healthEvents({ before, health, movedBefore, round, news }: RoundUpdate): SettledEvents {
  const atMs = round.endedMs;
  const events: Omit<HealthEvent, 'number' | 'id'>[] = [];
  if (health !== null && health.state !== before)
    events.push({ atMs, type: health.state, message: formatHealth(health.state, health.reason) });
  if (news.words !== '') {
    const doubt = news.isSuspicious ? ' A loss this large is not applied until it is confirmed.' : '';
    events.push({ atMs, type: 'changed', message: `Its description changed: ${news.words}.${doubt}` });
  }
  if (round.movedTo !== null && round.movedTo !== movedBefore)
    events.push({ atMs, type: 'moved', message: `It now responds at ${round.movedTo}.` });
  return events;
}

type SettledEvents = readonly Omit<HealthEvent, 'number' | 'id'>[];
