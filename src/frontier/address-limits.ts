// Politeness per IP address: many hosts may share one machine, which must not be overloaded.

export interface AddressRules {
  readonly requestsPerAddress: number;
  /** Minimum time between the starts of two requests; 0 disables spacing. */
  readonly addressSpacingMs: number;
}

interface Traffic {
  active: number;
  lastStartMs: number;
}

/** Above this many addresses, those with no state worth keeping are dropped. */
const sweepAbove = 10_000;
/** A full address frees up when one of its responses ends, which can't be predicted: retry after this long. */
const retryMs = 50;

export class AddressLimits {
  readonly #rules: AddressRules;
  readonly #traffic = new Map<string, Traffic>();

  constructor(rules: AddressRules) {
    this.#rules = rules;
  }

  /** True when a request may start now; it is then counted until `leave`. */
  enter(address: string, nowMs: number): boolean {
    const known = this.#traffic.get(address);
    if (known === undefined) {
      if (this.#traffic.size >= sweepAbove) this.#sweep(nowMs);
      this.#traffic.set(address, { active: 1, lastStartMs: nowMs });
      return true;
    }
    const isFull = known.active >= this.#rules.requestsPerAddress;
    if (isFull || nowMs < known.lastStartMs + this.#rules.addressSpacingMs) return false;
    known.active++;
    known.lastStartMs = nowMs;
    return true;
  }

  freeAtMs(address: string, nowMs: number): number {
    const known = this.#traffic.get(address);
    if (known === undefined) return nowMs;
    const spacedMs = Math.max(nowMs, known.lastStartMs + this.#rules.addressSpacingMs);
    return known.active < this.#rules.requestsPerAddress ? spacedMs : Math.max(spacedMs, nowMs + retryMs);
  }

  leave(address: string): void {
    const known = this.#traffic.get(address);
    if (known === undefined || known.active === 0) throw new Error(`${address} was left without being entered`);
    known.active--;
  }

  #sweep(nowMs: number): void {
    for (const [address, { active, lastStartMs }] of this.#traffic) {
      if (active === 0 && lastStartMs + this.#rules.addressSpacingMs <= nowMs) this.#traffic.delete(address);
    }
  }
}
