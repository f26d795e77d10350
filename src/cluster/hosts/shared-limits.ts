// What several crawls and checks of one process share: the database connection and the limits on hosts and addresses.
import type { HostGate } from '../../fetch/host-gate.ts';
import type { AddressLimits } from '../../frontier/address-limits.ts';
import type { SqlStore } from '../../store/sql/sql.ts';

/** Shared by the crawls of one process: the database, and the limits on hosts and addresses. */
export interface SharedLimits {
  readonly store: SqlStore;
  readonly gate: HostGate;
  readonly addresses: AddressLimits;
}
