// Politeness per address: many hosts may share one machine, and it should not notice.

export interface AddressRules {
  readonly requestsPerAddress: number;
  /** Least time between the starts of two requests; 0 switches spacing off. */
  readonly addressSpacingMs: number;
}

export interface AddressLimits {
  enter(address: string, nowMs: number): boolean;
  freeAtMs(address: string, nowMs: number): number;
  leave(address: string): void;
}

interface Traffic {
  active: number;
  lastStartMs: number;
}

/** Past this many addresses, those that nothing needs to remember are dropped. */
const sweepAbove = 10_000;
/** A full address frees when some answer ends, which nobody can foretell: worth asking again this soon. */
const askAgainMs = 50;

export function makeAddressLimits(rules: AddressRules): AddressLimits {
  const traffic = new Map<string, Traffic>();
  const sweep = (nowMs: number): void => {
    for (const [address, { active, lastStartMs }] of traffic) {
      if (active === 0 && lastStartMs + rules.addressSpacingMs <= nowMs) traffic.delete(address);
    }
  };
  return {
    enter: (address, nowMs) => {
      const known = traffic.get(address);
      if (known === undefined) {
        if (traffic.size >= sweepAbove) sweep(nowMs);
        traffic.set(address, { active: 1, lastStartMs: nowMs });
        return true;
      }
      if (known.active >= rules.requestsPerAddress || nowMs < known.lastStartMs + rules.addressSpacingMs) return false;
      known.active++;
      known.lastStartMs = nowMs;
      return true;
    },
    freeAtMs: (address, nowMs) => {
      const known = traffic.get(address);
      if (known === undefined) return nowMs;
      const spacedMs = Math.max(nowMs, known.lastStartMs + rules.addressSpacingMs);
      return known.active < rules.requestsPerAddress ? spacedMs : Math.max(spacedMs, nowMs + askAgainMs);
    },
    leave: (address) => {
      const known = traffic.get(address);
      if (known === undefined || known.active === 0) throw new Error(`left ${address} without having entered it`);
      known.active--;
    },
  };
}
