// What a document is: the first kind of the registry that claims it, with its description.
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Finding } from '../model/resource.ts';

/**
 * Every resource the document holds; empty when it is nothing we know. The registry goes from specific to general, so
 * the first kind that claims the document wins. A kind that throws is a bug of ours and is not caught here.
 */
export function identify(document: Document, kinds: readonly ResourceKind[]): readonly Finding[] {
  for (const kind of kinds) {
    const identities = kind.identify(document);
    if (identities.length === 0) continue;
    return identities.map((identity) => ({
      identity,
      family: kind.family,
      description: withStatus(kind.describe(document, identity), document),
      requests: document.requests,
    }));
  }
  return [];
}

/** A good body under an error status is taken, and the status told (edge case 7). */
function withStatus(description: Description, document: Document): Description {
  const isKnown = description.problems.some(({ code }) => code === 'http.error-status');
  if (document.status < 400 || isKnown) return description;
  const message = `The server answered with status ${document.status}, but with a usable body.`;
  const problem: Problem = { code: 'http.error-status', message };
  return { ...description, problems: [...description.problems, problem] };
}
