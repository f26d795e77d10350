// Identifies a document: the first kind of the registry that claims it, with its description.

import { completeDescription } from '../describe/complete-description.ts';
import { stripUnsafeUrls } from '../describe/strip-unsafe-urls.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Discovery, Family, Identity } from '../model/resource.ts';
import { mayBeClaimedPage } from './page-prefilter.ts';
import { pluginKinds } from './plugin-kinds.ts';

/**
 * All resources in the document; empty if it is unknown. The registry is ordered from specific to general, so the first
 * kind of the document's format that claims it wins. An exception of a built-in kind is a bug and isn't caught here;
 * plugin kinds are wrapped and don't throw.
 */
export function identify(document: Document, kinds: readonly ResourceKind[]): readonly Discovery[] {
  const candidates = document.form === 'html' && !mayBeClaimedPage(document) ? pluginKinds(kinds) : kinds;
  for (const kind of candidates) {
    if (!kind.forms.includes(document.form)) continue;
    const identities = kind.identify(document);
    if (identities.length === 0) continue;
    return identities.map((identity) => {
      const family = familyOf(identity, kind, kinds);
      const described = withStatus(stripUnsafeUrls(kind.describe(document, identity)), document);
      const description = completeDescription(described, family);
      return { identity, family, description, requests: document.requests };
    });
  }
  return [];
}

/** A kind may report related resources: an OGC API all its parts, including catalogs. */
function familyOf(identity: Identity, claimant: ResourceKind, kinds: readonly ResourceKind[]): Family {
  return kinds.find(({ id }) => id === identity.kind)?.family ?? claimant.family;
}

/** A valid body with an error status is accepted, and the status reported (edge case 7). */
function withStatus(description: Description, document: Document): Description {
  const isKnown = description.problems.some(({ code }) => code === 'http.error-status');
  if (document.status < 400 || isKnown) return description;
  const message = `The server responded with status ${document.status}, but with a usable body.`;
  const problem: Problem = { code: 'http.error-status', message };
  return { ...description, problems: [...description.problems, problem] };
}
