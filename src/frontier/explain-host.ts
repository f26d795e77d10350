// Explains in plain sentences why a host is not being visited.
import type { ErrorCode } from '../model/errors.ts';
import type { HostState } from '../model/frontier.ts';

export interface AddressState {
  /** When a request to the host's address may start (`Frontier.addressFreeAtMs`). */
  readonly freeAtMs: number;
}

/** `why`: the host's behavior or request, as a code. `due`: nothing blocks it. */
export type HoldingReason = 'out' | 'why' | 'delay' | 'nothing' | 'budget' | 'site' | 'address' | 'due';

/** At least one; the first is the reason that applies now. */
export function holdingReasons(state: HostState, nowMs: number, address?: AddressState): HoldingReason[] {
  const isWaiting = state.nextAtMs > nowMs;
  const reasons: HoldingReason[] = [];
  if (state.isOut) reasons.push('out');
  if (state.why !== null) reasons.push('why');
  else if (isWaiting && state.pending > 0) reasons.push('delay');
  if (state.pending === 0) reasons.push('nothing');
  else if (state.spent >= state.budget) reasons.push('budget');
  if (state.isHeldBySite) reasons.push('site');
  if (address !== undefined && address.freeAtMs > nowMs && !isWaiting) reasons.push('address');
  return reasons.length === 0 ? ['due'] : reasons;
}

/** The same as sentences. */
export function explainHost(state: HostState, nowMs: number, address?: AddressState): string[] {
  const { budget, pending, site } = state;
  const sentences: Readonly<Record<HoldingReason, () => string>> = {
    out: () => 'A visit is in progress; hosts are visited one page at a time.',
    why: () => because(state.why!, state, nowMs),
    delay: () => waiting(state, nowMs),
    nothing: () => 'It has no pending URLs.',
    budget: () =>
      `Its budget of ${budget} pages is spent; ${pending} more URLs are held back. It grows when services are found there.`,
    site: () => `Other hosts of ${site} are being visited; it waits for one of them to finish.`,
    address: () => `Its address ${state.address ?? ''} is busy with other hosts until ${clockTime(address!.freeAtMs)}.`,
    due: () => `It is due: ${pending} URLs are pending, and the next free worker visits one.`,
  };
  return holdingReasons(state, nowMs, address).map((reason) => sentences[reason]());
}

function waiting(state: HostState, nowMs: number): string {
  const delay = state.delayMs === null ? '' : ` of ${inWords(state.delayMs)}`;
  return `It waits for its crawl delay${delay} until ${until(state, nowMs)}.`;
}

function because(why: ErrorCode, state: HostState, nowMs: number): string {
  const again = state.nextAtMs > nowMs ? ` It will be retried at ${until(state, nowMs)}.` : ' It is due for a retry.';
  switch (why) {
    case 'policy.robots-unreachable':
      return `Its robots.txt could not be read, so nothing may be fetched (RFC 9309, 2.3.1.4).${again}`;
    case 'policy.parked':
      return `It is parked after ${state.failures} failures in a row.${again}`;
    case 'policy.backoff':
      return `It asked us to slow down (429 or 503).${again}`;
    case 'policy.robots':
      return `Its robots.txt disallows every URL found there.${again}`;
    default:
      return `It is postponed: ${why}.${again}`;
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
