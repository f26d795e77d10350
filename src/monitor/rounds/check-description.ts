// The description read by a check: stored as a version if it changed, and applied to the catalog.
import { endpointKey } from '../../base/url/endpoint.ts';
import { maskSecrets } from '../../base/url/url.ts';
import { contentHash } from '../../catalog/content-hash.ts';
import { maskedDescription } from '../../catalog/mask-secrets.ts';
import type { CheckStore, DescriptionChange } from '../../model/monitoring.ts';
import type { Discovery, Resource } from '../../model/resource.ts';
import type { Transaction } from '../../model/store.ts';
import {
  changeWords,
  describeChange,
  isNoChange,
  isSuddenLoss,
  versionedDescription,
} from '../health/description-change.ts';
import type { MonitorDependencies } from './monitor-dependencies.ts';

export interface DescriptionUpdate {
  /** The updated record; null if unchanged. */
  readonly resource: Resource | null;
  readonly change: DescriptionChange | null;
  /** In words; '' if nothing changed. */
  readonly words: string;
  readonly isSuspicious: boolean;
}

export interface ReadDescription {
  readonly transaction: Transaction;
  readonly resource: Resource;
  readonly discovery: Discovery | null;
  readonly nowMs: number;
}

const nothingNew: DescriptionUpdate = { resource: null, change: null, words: '', isSuspicious: false };

export async function keepDescription(
  parts: MonitorDependencies,
  checks: CheckStore,
  { transaction, resource, discovery, nowMs }: ReadDescription,
): Promise<DescriptionUpdate> {
  if (discovery === null) return nothingNew;
  const own = maskedDescription(discovery.description);
  const hash = contentHash(own);
  const versions = await checks.versions(resource.id, transaction);
  const last = versions[0];
  const description = versionedDescription(own, discovery.identity.version);
  const compared = last === undefined ? null : describeChange(last.description, description);
  const isSeenAgain = last?.contentHash === hash && last.isSuspicious;
  const isSuspicious = last?.contentHash !== hash && isSuddenLoss(own.layerCount, versions, nowMs);
  const change = last?.contentHash === hash || compared === null || isNoChange(compared) ? null : compared;
  await checks.keepVersion(transaction, resource.id, {
    seenMs: nowMs,
    contentHash: hash,
    description,
    change,
    isSuspicious,
  });
  const words = change === null ? '' : changeWords(change);
  // Doubted losses aren't applied: the next reading decides.
  if (isSuspicious) return { resource: null, change, words, isSuspicious };
  const isTaken = last === undefined || change !== null || isSeenAgain || last.contentHash !== hash;
  return {
    change,
    words,
    isSuspicious,
    resource: isTaken ? await record(parts, transaction, resource, discovery, nowMs) : null,
  };
}

/**
 * A service that moved is a new resource under its new URL and is monitored there; the old record keeps its history and
 * refers to it. A change from http to https is the same resource.
 */
export async function recordSuccessor(
  { ingest, kinds }: MonitorDependencies,
  { transaction, resource, discovery, nowMs }: ReadDescription,
  movedTo: string,
): Promise<void> {
  if (discovery === null) return;
  const { endpoint } = discovery.identity;
  const hasMoved = endpointKey(maskSecrets(endpoint)) === endpointKey(movedTo);
  if (!hasMoved || endpointKey(endpoint) === endpointKey(resource.endpoint)) return;
  const kind = kinds.find(({ id }) => id === resource.kind);
  const url = kind?.probe(endpoint)[0]?.url ?? endpoint;
  await ingest.store(transaction, { discovery, url, task: null, nowMs });
}

/** Under its known URL: a move is reported separately. */
async function record(
  { catalog, ingest }: MonitorDependencies,
  transaction: Transaction,
  resource: Resource,
  discovery: Discovery,
  nowMs: number,
): Promise<Resource> {
  const { endpoint, url } = (await catalog.privateAddresses(resource.id, transaction)) ?? resource;
  const identity = { ...discovery.identity, endpoint };
  const recorded = await ingest.store(transaction, { discovery: { ...discovery, identity }, url, task: null, nowMs });
  return recorded.resource;
}
