// Adds a resource to the schedule when it is discovered.
import { hostKeyOf, readUrl } from '../../base/url/url.ts';
import type { Enrollment } from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';

/** Due at once: [ATF] checks at discovery, and the schedule for new resources starts there. */
export function enrollmentOf({ id, endpoint }: Pick<Resource, 'id' | 'endpoint'>, nowMs: number): Enrollment {
  return { id, hostKey: hostOf(endpoint), nowMs, dueMs: nowMs };
}

/** Tile templates aren't URLs yet, but they have a host. */
function hostOf(endpoint: string): string {
  const url = readUrl(endpoint.replace(/[{}]/g, '0'));
  return url === null ? endpoint : hostKeyOf(url.href);
}
