// Gathers what is stored of a resource's health into the publisher's report.
import { type PublisherReport, publisherReport } from './check/publisher-report.ts';
import { windowMs } from './check/score.ts';
import type { CheckStore } from './model/check.ts';
import type { Resource } from './model/resource.ts';

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
