// Requests as the log shows them: without secrets, and without who asked.
import { maskSecrets } from '../../base/url/url.ts';

/** What is told of a request once its answer is sent, or the client has gone. */
export interface RequestSummary {
  /** Also in the answer, as X-Request-Id. */
  readonly id: string;
  readonly method: string;
  /** Path and query, secrets masked. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** False where the client left before the end. */
  readonly isWhole: boolean;
}

/** A link of these lets whoever has it in. */
const secretPaths = /^(\/welcome\/)[^/?#]+/;
/** Codes that prove an address; words of people, as places, are what the catalog is asked for. */
const codes = /([?&](?:code|name|mail|email|address)=)[^&#]*/gi;

/** The target of a request with what nobody may read out of a log replaced. */
export function shownTarget(target: string): string {
  return maskSecrets(target).replace(secretPaths, '$1***').replace(codes, '$1***');
}
