// What a check read of a description: kept as a version where it changed, and taken over into the catalog.
import { endpointKey } from './base/url/endpoint.ts';
import { maskSecrets } from './base/url/url.ts';
import { contentHash } from './catalog/content-hash.ts';
import { maskedDescription } from './catalog/mask-secrets.ts';
import { enrollmentOf } from './check/enrollment.ts';
import { topicReader } from './classify/topic-reader.ts';
import { fillFromRecords } from './harvest/fill-from-records.ts';
import { recordsLeadingTo } from './harvest/record-links.ts';
import type { CheckStore, DescriptionChange } from './model/monitoring.ts';
import type { Finding, Resource } from './model/resource.ts';
import type { Transaction } from './model/store.ts';
import {
  changeWords,
  describeChange,
  isNoChange,
  isSuddenLoss,
  versionedDescription,
} from './monitor/health/description-change.ts';
import type { CheckParts } from './monitor/rounds/monitor-dependencies.ts';

export interface DescriptionNews {
  /** The record after it; null where it stayed as it was. */
  readonly resource: Resource | null;
  readonly change: DescriptionChange | null;
  /** In words; '' where nothing changed. */
  readonly words: string;
  readonly isSuspicious: boolean;
}

export interface ReadDescription {
  readonly transaction: Transaction;
  readonly resource: Resource;
  readonly finding: Finding | null;
  readonly nowMs: number;
}

const nothingNew: DescriptionNews = { resource: null, change: null, words: '', isSuspicious: false };

export async function keepDescription(
  parts: CheckParts,
  checks: CheckStore,
  { transaction, resource, finding, nowMs }: ReadDescription,
): Promise<DescriptionNews> {
  if (finding === null) return nothingNew;
  const own = maskedDescription(finding.description);
  const hash = contentHash(own);
  const versions = await checks.versions(resource.id, transaction);
  const last = versions[0];
  const description = versionedDescription(own, finding.identity.version);
  const compared = last === undefined ? null : describeChange(last.description, description);
  const isSeenAgain = last?.contentHash === hash && last.isSuspicious;
  const isSuspicious = last?.contentHash !== hash && isSuddenLoss(own.layerCount, versions, nowMs);
  const change = last?.contentHash === hash || compared === null || isNoChange(compared) ? null : compared;
  await checks.keepVersion(transaction, resource.id, {
    ...{ seenMs: nowMs, contentHash: hash, description, change, isSuspicious },
  });
  const words = change === null ? '' : changeWords(change);
  // What is doubted stays as it was known: the next reading decides.
  if (isSuspicious) return { resource: null, change, words, isSuspicious };
  const isTaken = last === undefined || change !== null || isSeenAgain || last.contentHash !== hash;
  return {
    ...{ change, words, isSuspicious },
    resource: isTaken ? await record(parts, transaction, resource, finding, nowMs) : null,
  };
}

/**
 * What answers elsewhere now is a resource of its own under its new address, and is watched there; the old record keeps
 * its history and says where it went. A change from http to https is the same resource.
 */
export async function recordSuccessor(
  parts: CheckParts,
  checks: CheckStore,
  { transaction, resource, finding, nowMs }: ReadDescription,
  movedTo: string,
): Promise<void> {
  if (finding === null) return;
  const { endpoint } = finding.identity;
  const isThere = endpointKey(maskSecrets(endpoint)) === endpointKey(movedTo);
  if (!isThere || endpointKey(endpoint) === endpointKey(resource.endpoint)) return;
  const kind = parts.kinds.find(({ id }) => id === resource.kind);
  const url = kind?.probe(endpoint)[0]?.url ?? endpoint;
  const request = { finding, url, provenance: null, task: null, nowMs, topics: topicReader };
  const { resource: successor } = await parts.catalog.record(transaction, request);
  if (await checks.enroll(transaction, enrollmentOf(successor, nowMs)))
    await parts.search.index(transaction, successor);
}

/** Under the address it is known by: where it has moved is told apart. */
async function record(
  { catalog }: CheckParts,
  transaction: Transaction,
  resource: Resource,
  finding: Finding,
  nowMs: number,
): Promise<Resource> {
  const addresses = (await catalog.privateAddresses(resource.id, transaction)) ?? resource;
  const records = await recordsLeadingTo(transaction, [addresses.endpoint, addresses.url]);
  const description = fillFromRecords(finding.description, records, addresses.endpoint);
  const { kind, version } = finding.identity;
  const recorded = await catalog.record(transaction, {
    finding: { ...finding, description, identity: { kind, version, endpoint: addresses.endpoint } },
    ...{ url: addresses.url, provenance: null, task: null, nowMs, topics: topicReader },
  });
  return recorded.resource;
}
