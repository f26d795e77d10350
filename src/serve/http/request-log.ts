// Requests in the log: without secrets and callers.
import { maskSecrets } from '../../base/url/url.ts';

/** A finished request: its response was sent, or the client disconnected. */
export interface RequestSummary {
  /** Also in the response, as X-Request-Id. */
  readonly id: string;
  readonly method: string;
  /** Path and query, secrets masked. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** False if the client disconnected early. */
  readonly isComplete: boolean;
}

/** One-time links. */
const secretPaths = /^(\/welcome\/)[^/?#]+/;
/** Confirmation codes and personal data; search words are logged. */
const codes = /([?&](?:code|name|mail|email|address)=)[^&#]*/gi;

/** The target of a request, with secrets masked. */
export function shownTarget(target: string): string {
  return maskSecrets(target).replace(secretPaths, '$1***').replace(codes, '$1***');
}
