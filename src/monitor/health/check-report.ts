// Assembles the publisher's report from stored data.

import type { CheckStore } from '../../model/monitoring.ts';
import type { Resource } from '../../model/resource.ts';
import { type PublisherReport, publisherReport } from './publisher-report.ts';
import { windowMs } from './score.ts';

const roundsShown = 200;

export async function readReport(
  checks: Pick<CheckStore, 'get' | 'rounds' | 'versions'>,
  resource: Resource,
  nowMs: number,
): Promise<PublisherReport> {
  const [monitored, rounds, versions] = await Promise.all([
    checks.get(resource.id),
    checks.rounds(resource.id, { sinceMs: nowMs - windowMs, limit: roundsShown }),
    checks.versions(resource.id),
  ]);
  return publisherReport({ resource, monitored, rounds, versions, nowMs });
}
