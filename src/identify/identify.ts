// What a document is: the first kind of the registry that claims it, with its description.

import { completeDescription } from '../describe/complete-description.ts';
import { withoutCode } from '../describe/strip-unsafe-urls.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Family, Finding, Identity } from '../model/resource.ts';
import { isSignedPage } from './page-prefilter.ts';
import { outsideKinds } from './plugin-kinds.ts';

/**
 * Every resource the document holds; empty when it is nothing we know. The registry goes from specific to general, so
 * the first kind of the document's form that claims it wins. A kind that throws is a bug of ours and is not caught here;
 * kinds from outside come as `outsideKind` and do not throw.
 */
export function identify(document: Document, kinds: readonly ResourceKind[]): readonly Finding[] {
  const asked = document.form === 'html' && !isSignedPage(document) ? outsideKinds(kinds) : kinds;
  for (const kind of asked) {
    if (!kind.forms.includes(document.form)) continue;
    const identities = kind.identify(document);
    if (identities.length === 0) continue;
    return identities.map((identity) => {
      const family = familyOf(identity, kind, kinds);
      const described = withStatus(withoutCode(kind.describe(document, identity)), document);
      const description = completeDescription(described, family);
      return { identity, family, description, requests: document.requests };
    });
  }
  return [];
}

/** A kind may report resources of its neighbors: an OGC API all its parts, catalogs among them. */
function familyOf(identity: Identity, claimant: ResourceKind, kinds: readonly ResourceKind[]): Family {
  return kinds.find(({ id }) => id === identity.kind)?.family ?? claimant.family;
}

/** A good body under an error status is taken, and the status told (edge case 7). */
function withStatus(description: Description, document: Document): Description {
  const isKnown = description.problems.some(({ code }) => code === 'http.error-status');
  if (document.status < 400 || isKnown) return description;
  const message = `The server answered with status ${document.status}, but with a usable body.`;
  const problem: Problem = { code: 'http.error-status', message };
  return { ...description, problems: [...description.problems, problem] };
}
