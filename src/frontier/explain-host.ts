// Why a host is not moving, in plain sentences.
import type { ErrorCode } from '../model/errors.ts';
import type { HostState } from '../model/frontier.ts';

export interface AddressState {
  /** When a request to the host's address may start (`Frontier.addressFreeAtMs`). */
  readonly freeAtMs: number;
}

/** At least one sentence; the first is the reason that holds it now. */
export function explainHost(state: HostState, nowMs: number, address?: AddressState): string[] {
  const isWaiting = state.nextAtMs > nowMs;
  const reasons: string[] = [];
  if (state.isOut) reasons.push('A visit to it is under way; it gets one at a time.');
  if (state.why !== null) reasons.push(because(state.why, state, nowMs));
  else if (isWaiting && state.pending > 0) reasons.push(waiting(state, nowMs));
  if (state.pending === 0) reasons.push('Nothing is waiting to be visited there.');
  else if (state.spent >= state.budget) {
    reasons.push(
      `Its budget of ${state.budget} pages is spent; ${state.pending} more URLs are held back. It grows when services are found there.`,
    );
  }
  if (state.isHeldBySite)
    reasons.push(`Other hosts of ${state.site} are being visited; it waits for one of them to finish.`);
  if (address !== undefined && address.freeAtMs > nowMs && !isWaiting) {
    reasons.push(`Its address ${state.address ?? ''} is busy with other hosts until ${clockTime(address.freeAtMs)}.`);
  }
  if (reasons.length === 0)
    reasons.push(`It is due: ${state.pending} URLs wait, and the next worker that is free takes one.`);
  return reasons;
}

function waiting(state: HostState, nowMs: number): string {
  const delay = state.delayMs === null ? '' : ` of ${inWords(state.delayMs)}`;
  return `It waits for its delay${delay} until ${until(state, nowMs)}.`;
}

function because(why: ErrorCode, state: HostState, nowMs: number): string {
  const again =
    state.nextAtMs > nowMs ? ` It is asked again at ${until(state, nowMs)}.` : ' It is due to be asked again.';
  switch (why) {
    case 'policy.robots-unreachable':
      return `Its robots.txt could not be read, so nothing may be fetched (RFC 9309, 2.3.1.4).${again}`;
    case 'policy.parked':
      return `It is parked after ${state.failures} failures in a row.${again}`;
    case 'policy.backoff':
      return `It asked us to slow down (429 or 503).${again}`;
    case 'policy.robots':
      return `Its robots.txt allows none of what was found there.${again}`;
    default:
      return `It is put off: ${why}.${again}`;
  }
}

function until(state: HostState, nowMs: number): string {
  return `${clockTime(state.nextAtMs)} (in ${inWords(state.nextAtMs - nowMs)})`;
}

function clockTime(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

function inWords(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.ceil(ms))} ms`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
