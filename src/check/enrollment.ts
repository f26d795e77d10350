// How a resource enters the schedule: at the moment it is found.
import { hostKeyOf, readUrl } from '../base/url/url.ts';
import type { Enrollment } from '../model/monitoring.ts';
import type { Resource } from '../model/resource.ts';

/** Due at once: [ATF] checks at the moment of discovery, the schedule for what is new counts from there. */
export function enrollmentOf({ id, endpoint }: Pick<Resource, 'id' | 'endpoint'>, nowMs: number): Enrollment {
  return { id, hostKey: hostOf(endpoint), nowMs, dueMs: nowMs };
}

/** Templates of tiles are no addresses yet; their host is one all the same. */
function hostOf(endpoint: string): string {
  const url = readUrl(endpoint.replace(/[{}]/g, '0'));
  return url === null ? endpoint : hostKeyOf(url.href);
}
