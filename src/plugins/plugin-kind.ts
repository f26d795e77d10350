// Wraps a plugin kind so that its exceptions and invalid results are reported and the crawl continues.

import { formatValue } from '../base/text/format-value.ts';
import { readUrl } from '../base/url/url.ts';
import { isWebUrl } from '../base/url/web-url.ts';
import { fillDescription } from '../describe/complete-partial-description.ts';
import { emptyDescription } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { PluginKind, ProbeRequest, ResourceKind } from '../model/kind.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Identity } from '../model/resource.ts';

/** A plugin kind failed here. */
export interface KindFailure extends Problem {
  /** The document or link it was given. */
  readonly url: string;
}

export type ReportFailure = (failure: KindFailure) => void;

/** `from` is the origin of the kind, for messages; `report` receives failures that can't be stored on a record. */
export function wrapPluginKind(kind: PluginKind, from: string, report: ReportFailure): ResourceKind {
  const { id, title, family, specification, tier, forms, dataset } = kind;
  const asLinks = createAttempt(kind, report, { once: true });
  const asDocuments = createAttempt(kind, report, { once: false });
  return {
    id,
    title,
    family,
    specification,
    tier,
    forms,
    dataset,
    from,
    suspect: (link) => asLinks('suspect', link.url, () => readScore(kind.suspect(link)), 0),
    probe: (url) => asLinks('probe', url, () => readRequests(kind.probe(url)), []),
    identify: (document) =>
      asDocuments('identify', document.url, () => readIdentities(kind.identify(document), kind.id), []),
    describe: (document, identity) => describeSafely(kind, document, identity),
    ...(kind.more === undefined
      ? {}
      : {
          more: (document, identity) =>
            asDocuments('more', document.url, () => readRequest(kind.more?.(document, identity) ?? null), null),
        }),
    ...(kind.check === undefined
      ? {}
      : {
          check: (resource, turn) =>
            asLinks('check', resource.url, () => readRequests(kind.check?.(resource, turn)), []),
        }),
  };
}

type Attempt = <T>(member: string, url: string, work: () => T, otherwise: T) => T;

/**
 * Links come by the million: only the first failure of a member is reported. For documents each is, even if the cascade
 * passes the same one several times.
 */
function createAttempt({ id }: PluginKind, report: ReportFailure, { once }: { readonly once: boolean }): Attempt {
  const reported = new Map<string, string>();
  return (member, url, work, otherwise) => {
    try {
      return work();
    } catch (error) {
      const isReported = once ? reported.has(member) : reported.get(member) === url;
      if (!isReported) report({ url, ...failureOf(id, member, error) });
      reported.set(member, url);
      return otherwise;
    }
  };
}

/** It is proven to exist, so it is kept, with the failure on its record. */
function describeSafely(kind: PluginKind, document: Document, identity: Identity): Description {
  try {
    const { description, faults } = fillDescription(kind.describe(document, identity), document.finalUrl);
    if (faults.length === 0) return description;
    const wrong = new TypeError(faults.slice(0, 5).join('; '));
    return { ...description, problems: [...description.problems, failureOf(kind.id, 'describe', wrong)] };
  } catch (error) {
    return { ...emptyDescription, problems: [failureOf(kind.id, 'describe', error)] };
  }
}

function failureOf(id: string, member: string, error: unknown): Problem {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : formatValue(error);
  return { code: 'kind.failed', message: `The kind "${id}" failed in ${member}: ${what.slice(0, 500)}` };
}

function readScore(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new TypeError(`it returned ${formatValue(value)} instead of a number between 0 and 1`);
}

function readRequests(value: unknown): readonly ProbeRequest[] {
  if (!Array.isArray(value)) throw new TypeError(`it returned ${formatValue(value)} instead of a list of requests`);
  return value.flatMap((one) => readRequest(one) ?? []);
}

function readRequest(value: unknown): ProbeRequest | null {
  if (value === null) return null;
  const request = value as ProbeRequest;
  if (typeof value !== 'object' || typeof request.url !== 'string' || !isWebUrl(request.url))
    throw new TypeError(`it returned ${formatValue(value)} instead of a request with a web URL as url`);
  const { range } = request;
  const isRange =
    range === undefined || (Array.isArray(range) && range.length === 2 && range.every(Number.isSafeInteger));
  if (!isRange || (range !== undefined && (range[0] < 0 || range[1] < range[0])))
    throw new TypeError('a range must be the first and last byte');
  return request;
}

function readIdentities(value: unknown, id: string): readonly Identity[] {
  if (!Array.isArray(value)) throw new TypeError(`it returned ${formatValue(value)} instead of a list of identities`);
  return value.map((one) => readIdentity(one, id));
}

/** Only its own kind: a record of another kind couldn't be described, checked or counted. */
function readIdentity(value: unknown, id: string): Identity {
  const { kind, version, endpoint } = (value ?? {}) as Partial<Identity>;
  if (kind !== id) throw new TypeError(`an identity has the kind ${formatValue(kind)}, not its own`);
  if (typeof endpoint !== 'string' || readUrl(endpoint) === null) {
    throw new TypeError(`an identity has the endpoint ${formatValue(endpoint)}, which isn't a web URL`);
  }
  if (version !== undefined && version !== null && typeof version !== 'string')
    throw new TypeError(`an identity has the version ${formatValue(version)}, which must be a string or null`);
  return { kind, version: version ?? null, endpoint };
}
