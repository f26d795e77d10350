// Politeness per address: many hosts may share one machine, and it should not notice.

export interface AddressRules {
  readonly requestsPerAddress: number;
  /** Least time between the starts of two requests; 0 switches spacing off. */
  readonly addressSpacingMs: number;
}

interface Traffic {
  active: number;
  lastStartMs: number;
}

/** Past this many addresses, those that nothing needs to remember are dropped. */
const sweepAbove = 10_000;
/** A full address frees when some answer ends, which nobody can foretell: worth asking again this soon. */
const askAgainMs = 50;

export class AddressLimits {
  readonly #rules: AddressRules;
  readonly #traffic = new Map<string, Traffic>();

  constructor(rules: AddressRules) {
    this.#rules = rules;
  }

  /** True when a request may start now; then it is counted until it leaves. */
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
    return known.active < this.#rules.requestsPerAddress ? spacedMs : Math.max(spacedMs, nowMs + askAgainMs);
  }

  leave(address: string): void {
    const known = this.#traffic.get(address);
    if (known === undefined || known.active === 0) throw new Error(`left ${address} without having entered it`);
    known.active--;
  }

  #sweep(nowMs: number): void {
    for (const [address, { active, lastStartMs }] of this.#traffic) {
      if (active === 0 && lastStartMs + this.#rules.addressSpacingMs <= nowMs) this.#traffic.delete(address);
    }
  }
}
